import * as fc from 'fast-check';
import { day } from '../clock.ts';

const kinds = ['ask', 'accept', 'decline', 'end', 'block', 'unblock', 'wait'] as const;

/** One action of a member towards another, or a number of days passing. */
export interface ConnectionDeed {
  kind: (typeof kinds)[number];
  by: 0 | 1;
  days: number;
}

/** Opening and answering requests is frequent; blocks are rare, because few actions are possible after them. */
const weights = { ask: 8, accept: 4, decline: 5, end: 4, block: 1, unblock: 2, wait: 5 };

/** Random actions; the days lie on both sides of D20's terms. */
export const connectionDeed: fc.Arbitrary<ConnectionDeed> = fc.record({
  kind: fc.oneof(...kinds.map((kind) => ({ weight: weights[kind], arbitrary: fc.constant(kind) }))),
  by: fc.constantFrom(0 as const, 1 as const),
  days: fc.constantFrom(1, 29, 31, 91),
});

/** Sequences that random tests rarely find: the maximum of repeated requests plus one, and repeated requests after a decline. */
export const rareConnections: ConnectionDeed[][] = [
  [ask(), ...Array.from({ length: 4 }, () => [decline(), wait(31), ask()]).flat()],
  [ask(), decline(), ...Array.from({ length: 4 }, () => [end(), wait(1), ask()]).flat(), wait(29), ask()],
];

function ask(): ConnectionDeed {
  return { kind: 'ask', by: 0, days: 1 };
}
function decline(): ConnectionDeed {
  return { kind: 'decline', by: 1, days: 1 };
}
function end(): ConnectionDeed {
  return { kind: 'end', by: 0, days: 1 };
}
function wait(days: number): ConnectionDeed {
  return { kind: 'wait', by: 0, days };
}

type Relation = 'none' | 'outgoing' | 'incoming' | 'friend';

/** D20: days until a request expires, days that a decline stays secret, and how often the requester may ask again. */
const [waits, hides, asks] = [90, 30, 3];

/** A reference model of the connection between two members (D19–D21, D23). */
export class ConnectionRules {
  private now = 0;
  private state: 'nothing' | 'pending' | 'accepted' | 'declined' | 'over' = 'nothing';
  private asker: 0 | 1 = 0;
  private askedAt = 0;
  private declinedAt = 0;
  /** How often the requester has asked again after a known decline. */
  private again = 0;
  /** Whether the requester withdrew a request without knowing that it was declined. */
  private takenBack = false;
  private readonly blockers = new Set<0 | 1>();

  /** What a member sees of the other; null: the other is hidden. */
  told(to: 0 | 1): { relation: Relation; canConnect: boolean } | null {
    if (this.blockers.size > 0) return null;
    const relation = this.relation(to);
    // Asking back means accepting.
    const canConnect = relation === 'incoming' || (relation === 'none' && this.mayAsk(to));
    return { relation, canConnect };
  }

  get areFriends(): boolean {
    return this.state === 'accepted';
  }

  /** Performs an action and returns its result. */
  does({ kind, by, days }: ConnectionDeed): string {
    if (kind === 'wait') {
      this.now += days;
      return 'done';
    }
    if (kind === 'block') return this.block(by);
    if (kind === 'unblock') {
      this.blockers.delete(by);
      return 'done';
    }
    if (this.blockers.size > 0) return 'not_found';
    if (kind === 'ask') return this.ask(by);
    if (kind === 'end') return this.state === 'nothing' ? 'not_found' : this.end(by);
    return this.answer(by, kind === 'accept' ? 'accepted' : 'declined');
  }

  private isWaiting(): boolean {
    return this.now - this.askedAt < waits;
  }

  /** Whether the decline is still hidden from the requester. */
  private isSecret(): boolean {
    return this.state === 'declined' && this.now - this.declinedAt < hides;
  }

  private relation(of: 0 | 1): Relation {
    if (this.state === 'accepted') return 'friend';
    const isAsker = of === this.asker;
    if (this.state === 'pending' && this.isWaiting()) return isAsker ? 'outgoing' : 'incoming';
    if (isAsker && this.isSecret() && !this.takenBack && this.isWaiting()) return 'outgoing';
    return 'none';
  }

  private mayAsk(by: 0 | 1): boolean {
    return this.state !== 'declined' || by !== this.asker || this.isSecret() || this.again < asks;
  }

  private ask(by: 0 | 1): string {
    const relation = this.relation(by);
    if (relation === 'friend') return 'already_connected';
    if (relation === 'outgoing') return 'already_requested';
    if (relation === 'incoming') {
      this.state = 'accepted';
      return 'done';
    }
    if (!this.mayAsk(by)) return 'requests_closed';
    if (this.isSecret() && by === this.asker) {
      // To the requester it looks like any other request; the other member is not notified.
      this.takenBack = false;
      this.askedAt = this.now;
      return 'done';
    }
    if (by !== this.asker || this.state === 'nothing') this.again = 0;
    else if (this.state === 'declined') this.again += 1;
    this.state = 'pending';
    this.asker = by;
    this.askedAt = this.now;
    this.takenBack = false;
    return 'done';
  }

  private answer(by: 0 | 1, answer: 'accepted' | 'declined'): string {
    if (this.state === 'nothing' || by === this.asker) return 'not_found';
    if (this.state !== 'pending' || !this.isWaiting()) return 'conflict';
    this.state = answer;
    this.declinedAt = this.now;
    return 'done';
  }

  private end(by: 0 | 1): string {
    const relation = this.relation(by);
    if (relation !== 'friend' && relation !== 'outgoing') return 'conflict';
    this.takeBack();
    return 'done';
  }

  /** Withdraws what the requester sees; a secret decline stays underneath. */
  private takeBack(): void {
    const relation = this.relation(this.asker);
    if (relation === 'none') return;
    if (this.state === 'declined') this.takenBack = true;
    else this.state = 'over';
  }

  private block(by: 0 | 1): string {
    if (!this.blockers.has(by)) this.takeBack();
    this.blockers.add(by);
    return 'done';
  }

  /** The duration of an action, in milliseconds. */
  static lasts({ kind, days }: ConnectionDeed): number {
    return kind === 'wait' ? days * day : 0;
  }
}
