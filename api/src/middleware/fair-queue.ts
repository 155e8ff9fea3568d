/** Priority classes. They alternate, so that many networks can neither crowd out members nor keep others from signing in. */
type PartyClass = 'member' | 'sign-in' | 'stranger';

/** A fairness unit: a member, or all unknown callers of one network. */
export interface Party {
  key: string;
  class: PartyClass;
}

/** A request in the queue. */
export interface Waiting {
  since: number;
  isRead: boolean;
  /** The longest wait, in milliseconds. */
  mostMs: number;
  begin(): void;
  refuse(error: unknown): void;
}

/** A party's running and queued requests. */
export interface Line extends Party {
  atWork: number;
  waiting: Waiting[];
}

/** The running and queued requests of a class; `begunAt` is when one of them last started. */
const emptyCounts = { atWork: 0, waiting: 0, begunAt: 0 };

/** How many parties' last starts are remembered, so that occasional callers take precedence over constant ones. */
const partiesKnown = 1_000;

/**
 * A fair queue of requests by class and party. A free place goes to the class, and within it to the party, with the fewest running
 * requests. A full queue makes room by dropping a request of the longest line in the largest class.
 */
export class FairQueue {
  atWork = 0;
  waiting = 0;
  readonly #lines = new Map<string, Line>();
  readonly #classes: Record<PartyClass, typeof emptyCounts> = {
    member: { ...emptyCounts },
    'sign-in': { ...emptyCounts },
    stranger: { ...emptyCounts },
  };
  /** When each party's last request started, in order of time. */
  readonly #lastBegun = new Map<string, number>();

  lineOf(party: Party): Line {
    let line = this.#lines.get(party.key);
    if (!line) this.#lines.set(party.key, (line = { ...party, atWork: 0, waiting: [] }));
    return line;
  }

  /** Deletes an empty line. */
  forget(line: Line): void {
    if (line.atWork === 0 && line.waiting.length === 0 && this.#lines.get(line.key) === line)
      this.#lines.delete(line.key);
  }

  /** Counts running and queued requests of other parties. */
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
   * Finds the next request to start.
   *
   * @param hasRoom whether a line may run another request
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
   * Compares two lines: first by their classes' running requests, then by the classes' last starts. Within a class by running requests,
   * then by last start. A new network counts from its arrival, otherwise new ones would always precede known ones.
   */
  #order(one: Line, other: Line): number {
    const [oneClass, otherClass] = [this.#classes[one.class], this.#classes[other.class]];
    if (oneClass !== otherClass)
      return oneClass.atWork - otherClass.atWork || oneClass.begunAt - otherClass.begunAt;
    const arrivalOf = ({ waiting: [first] }: Line) => first?.since ?? 0;
    const lastStartOf = (line: Line) =>
      this.#lastBegun.get(line.key) ?? (line.class === 'member' ? 0 : arrivalOf(line));
    return (
      one.atWork - other.atWork || lastStartOf(one) - lastStartOf(other) || arrivalOf(one) - arrivalOf(other)
    );
  }

  /**
   * Finds the request to drop from a full queue for a newcomer: the last one of the longest line in the largest class. Finds none if the
   * newcomer's class, or its line within the same class, would become as long.
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
