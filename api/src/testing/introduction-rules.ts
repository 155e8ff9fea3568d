import * as fc from 'fast-check';

const kinds = ['suggest', 'yes', 'no', 'withdraw', 'part', 'block', 'unblock', 'wait'] as const;

/** The number of matchmakers for the same two members: one more than may introduce them at once. */
export const matchmakers = 4;

/** One action about introductions of the same two members, or a number of days passing. */
export interface IntroductionDeed {
  kind: (typeof kinds)[number];
  /** Whose newest introduction it concerns. */
  matchmaker: number;
  /** Which of the two members acts. */
  by: 0 | 1;
  days: number;
}

const weights = { suggest: 8, yes: 8, no: 2, withdraw: 2, part: 3, block: 1, unblock: 2, wait: 4 };

/** Random actions; the days lie on both sides of D25's terms. */
export const introductionDeed: fc.Arbitrary<IntroductionDeed> = fc.record({
  kind: fc.oneof(...kinds.map((kind) => ({ weight: weights[kind], arbitrary: fc.constant(kind) }))),
  matchmaker: fc.nat(matchmakers - 1),
  by: fc.constantFrom(0 as const, 1 as const),
  days: fc.constantFrom(1, 13, 15, 91),
});

/** D25: days until an introduction expires, days that a decline bars another one, and the maximum of open ones. */
const [waits, bars, atOnce] = [14, 90, 3];

type Answer = 'accepted' | 'declined';

interface Introduction {
  matchmaker: number;
  madeAt: number;
  state: 'pending' | 'accepted' | 'declined' | 'withdrawn';
  answers: [Answer | null, Answer | null];
  closedAt: number;
}

/** A reference model of introducing two members to each other (D25). */
export class IntroductionRules {
  private now = 0;
  private readonly made: Introduction[] = [];
  private readonly blockers = new Set<0 | 1>();
  private haveMet = false;
  areFriends = false;

  /** What one member sees of all introductions, newest first; nothing during a block. */
  told(to: 0 | 1) {
    if (this.blockers.size > 0) return [];
    return this.made
      .map((one) => ({ matchmaker: one.matchmaker, status: this.statusOf(one), myAnswer: one.answers[to] }))
      .toReversed();
  }

  /** How many of each matchmaker's introductions became friendships. */
  get successes(): number[] {
    return Array.from(
      { length: matchmakers },
      (_, place) => this.made.filter((one) => one.matchmaker === place && one.state === 'accepted').length,
    );
  }

  /** Performs an action and returns its result. */
  does({ kind, matchmaker, by, days }: IntroductionDeed): string {
    switch (kind) {
      case 'wait':
        this.now += days;
        return 'done';
      case 'suggest':
        return this.suggest(matchmaker);
      case 'yes':
        return this.answer(this.newestOf(matchmaker), by, 'accepted');
      case 'no':
        return this.answer(this.newestOf(matchmaker), by, 'declined');
      case 'withdraw':
        return this.withdraw(this.newestOf(matchmaker));
      case 'part':
        return this.part();
      case 'block':
        return this.block(by);
      case 'unblock':
        this.blockers.delete(by);
        return 'done';
    }
  }

  private isOpen({ state, madeAt }: Introduction): boolean {
    return state === 'pending' && this.now - madeAt < waits;
  }

  /** Declined, withdrawn and expired look the same. */
  private statusOf(one: Introduction): 'pending' | 'accepted' | 'closed' {
    if (one.state === 'accepted') return 'accepted';
    return this.isOpen(one) ? 'pending' : 'closed';
  }

  private newestOf(matchmaker: number): Introduction | undefined {
    return this.made.findLast((one) => one.matchmaker === matchmaker);
  }

  private suggest(matchmaker: number): string {
    if (this.blockers.size > 0) return 'not_found';
    if (this.areFriends) return 'already_connected';
    const open = this.made.filter((one) => this.isOpen(one));
    if (open.some((one) => one.matchmaker === matchmaker)) return 'already_suggested';
    const isBarred = this.made.some((one) => one.state === 'declined' && this.now - one.closedAt < bars);
    if (isBarred || open.length >= atOnce) return 'recently_suggested';
    const answers: Introduction['answers'] = [null, null];
    this.made.push({ matchmaker, madeAt: this.now, state: 'pending', answers, closedAt: 0 });
    return 'done';
  }

  private answer(one: Introduction | undefined, by: 0 | 1, answer: Answer): string {
    if (!one || this.blockers.size > 0) return 'not_found';
    if (!this.isOpen(one)) return 'conflict';
    one.answers[by] = answer;
    if (answer === 'declined') this.close(one, 'declined');
    else if (one.answers.every((said) => said === 'accepted')) {
      this.close(one, 'accepted');
      this.closeOpen();
      this.areFriends = true;
      this.haveMet = true;
    }
    return 'done';
  }

  private withdraw(one: Introduction | undefined): string {
    if (!one) return 'not_found';
    if (!this.isOpen(one)) return 'conflict';
    this.close(one, 'withdrawn');
    return 'done';
  }

  /** Ends the friendship. */
  private part(): string {
    if (!this.haveMet || this.blockers.size > 0) return 'not_found';
    if (!this.areFriends) return 'conflict';
    this.areFriends = false;
    return 'done';
  }

  private block(by: 0 | 1): string {
    if (!this.blockers.has(by)) {
      this.closeOpen();
      this.areFriends = false;
    }
    this.blockers.add(by);
    return 'done';
  }

  private close(one: Introduction, state: Introduction['state']): void {
    one.state = state;
    one.closedAt = this.now;
  }

  private closeOpen(): void {
    for (const one of this.made) if (one.state === 'pending') this.close(one, 'withdrawn');
  }
}
