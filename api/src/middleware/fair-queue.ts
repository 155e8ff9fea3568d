/** Classes that share places by turns, so that no number of networks crowds members out, or keeps others from signing in. */
type PartyClass = 'member' | 'sign-in' | 'stranger';

/** The party whose requests share places: a member, or everybody from one network whose member is not known. */
export interface Party {
  key: string;
  class: PartyClass;
}

/** A request in the queue. */
export interface Waiting {
  since: number;
  isRead: boolean;
  /** The longest it may wait, in milliseconds. */
  mostMs: number;
  begin(): void;
  refuse(error: unknown): void;
}

/** The requests of a party. */
export interface Line extends Party {
  atWork: number;
  waiting: Waiting[];
}

/** What the requests of a class hold together; `begunAt` is when one of them last started. */
const nobody = { atWork: 0, waiting: 0, begunAt: 0 };

/** How many parties' last starts are remembered, so that occasional callers go before constant ones. */
const partiesKnown = 1_000;

/**
 * The requests that work and wait, of each party and class. A free place goes to the class, and in it to the party, with the fewest running requests;
 * room in a full queue is made by the longest line of the class with the most.
 */
export class FairQueue {
  atWork = 0;
  waiting = 0;
  readonly #lines = new Map<string, Line>();
  readonly #classes: Record<PartyClass, typeof nobody> = {
    member: { ...nobody },
    'sign-in': { ...nobody },
    stranger: { ...nobody },
  };
  /** When a request of each party last started, the latest last. */
  readonly #lastBegun = new Map<string, number>();

  lineOf(party: Party): Line {
    let line = this.#lines.get(party.key);
    if (!line) this.#lines.set(party.key, (line = { ...party, atWork: 0, waiting: [] }));
    return line;
  }

  /** Forgets a line with nothing in it. */
  forget(line: Line): void {
    if (line.atWork === 0 && line.waiting.length === 0 && this.#lines.get(line.key) === line)
      this.#lines.delete(line.key);
  }

  /** How many requests of others work or wait. */
  othersThan({ key }: Party): number {
    const line = this.#lines.get(key);
    return this.atWork - (line?.atWork ?? 0) + this.waiting - (line?.waiting.length ?? 0);
  }

  begin(line: Line): void {
    const now = performance.now();
    this.#lastBegun.delete(line.key);
    this.#lastBegun.set(line.key, now);
    this.#classes[line.class].begunAt = now;
    const [oldest] = this.#lastBegun.keys();
    if (this.#lastBegun.size > partiesKnown && oldest !== undefined) this.#lastBegun.delete(oldest);
    this.countWorking(line, 1);
  }

  countWorking(line: Line, change: 1 | -1): void {
    for (const counts of [this, this.#classes[line.class], line]) counts.atWork += change;
    this.forget(line);
  }

  enter(line: Line, one: Waiting): void {
    line.waiting.push(one);
    for (const counts of [this, this.#classes[line.class]]) counts.waiting += 1;
  }

  leave(line: Line, one: Waiting): void {
    line.waiting.splice(line.waiting.indexOf(one), 1);
    for (const counts of [this, this.#classes[line.class]]) counts.waiting -= 1;
  }

  /**
   * The request that comes next.
   *
   * @param hasRoom whether another one of a line may work
   */
  next(hasRoom: (line: Line) => boolean): Waiting | undefined {
    let best: Line | undefined;
    for (const line of this.#lines.values()) {
      if (line.waiting.length === 0 || !hasRoom(line)) continue;
      if (!best || this.#order(line, best) < 0) best = line;
    }
    return best?.waiting[0];
  }

  /**
   * Which of two comes first: of the class with the fewest running requests, then of that whose last started longest ago; among equals the party with the
   * fewest, then that which had nothing for longest. A new network has had nothing since it came, or those would always come before known ones.
   */
  #order(one: Line, other: Line): number {
    const [mine, theirs] = [this.#classes[one.class], this.#classes[other.class]];
    if (mine !== theirs) return mine.atWork - theirs.atWork || mine.begunAt - theirs.begunAt;
    const cameAt = ({ waiting: [first] }: Line) => first?.since ?? 0;
    const hadNothingSince = (line: Line) =>
      this.#lastBegun.get(line.key) ?? (line.class === 'member' ? 0 : cameAt(line));
    return (
      one.atWork - other.atWork ||
      hadNothingSince(one) - hadNothingSince(other) ||
      cameAt(one) - cameAt(other)
    );
  }

  /**
   * The request that makes room in a full queue for a newcomer: the last of the longest line of the class with the most, and of those who came last; none
   * where the newcomer's class, or in it its own line, would become as long.
   */
  lastToWait(newcomer: Party): Waiting | undefined {
    const ownClass = this.#classes[newcomer.class].waiting;
    const ownLength = this.#lines.get(newcomer.key)?.waiting.length ?? 0;
    const isLonger = ({ class: other, waiting: { length } }: Line) =>
      other === newcomer.class
        ? length > ownLength + 1
        : length > 0 && this.#classes[other].waiting > ownClass + 1;
    let longest: Line | undefined;
    for (const line of this.#lines.values()) {
      if (!isLonger(line)) continue;
      const more = longest && this.#classes[line.class].waiting - this.#classes[longest.class].waiting;
      if (!longest || !more ? line.waiting.length >= (longest?.waiting.length ?? 0) : more > 0)
        longest = line;
    }
    return longest?.waiting.at(-1);
  }
}
