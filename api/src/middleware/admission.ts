import { setImmediate } from 'node:timers/promises';
import { type AppError, busy } from '../errors.ts';
import type { Place } from '../request-context.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';

/** Bounds on concurrent and queued requests (D78). */
export interface Capacity {
  /** Concurrent requests in this process. */
  atWork: number;
  /** Concurrent requests per member. */
  perMember: number;
  /** Queued requests. */
  queued: number;
  /** The longest time in the queue, in milliseconds. */
  waitMs: number;
}

/** Classes that share places by turns, so that no number of networks crowds members out, or keeps others from signing in. */
type PartyClass = 'member' | 'sign-in' | 'stranger';

/** The party whose requests share places: a member, or everybody from one network whose member is not known. `perMember` holds for members. */
export interface Party {
  key: string;
  class: PartyClass;
}

export interface Admission {
  /** Whether the queue is full: `refusalOf` may refuse. */
  isFull(): boolean;
  /** The refusal that `enter` would throw at once; null where the party may queue. Counts it. */
  refusalOf(party: Party): AppError | null;
  /**
   * Takes a place, queueing if none is free.
   *
   * @param signal ends the waiting
   * @param isRead whether it only reads, where writes wait for each other
   * @throws {AppError} 503 `busy` when too many wait or the wait is too long; the signal's reason
   */
  enter(party: Party, signal: AbortSignal, isRead?: boolean): Promise<Place>;
  /** Counts of concurrent and queued requests, and of refusals so far. */
  counts(): { atWork: number; waiting: number; refused: number };
}

/** Parties whose last start is remembered, so that who asks rarely comes before who asks all the time. */
const partiesKnown = 1_000;
/**
 * How many reads of a party begin in one turn of the event loop while others are at work, of a member or a network: cheap ones that never wait would
 * make every step of the others' late. A member's share the commands of their turn.
 */
const readsPerTurn = { member: 2, network: 1 };
/** How often, in milliseconds, the limit is checked while requests are queued and none arrives or leaves. */
const lookEveryMs = 20;

interface Waiting {
  since: number;
  isRead: boolean;
  /** The longest it may wait, in milliseconds. */
  mostMs: number;
  begin(): void;
  refuse(error: unknown): void;
}

interface Line extends Party {
  atWork: number;
  waiting: Waiting[];
}

/** What the requests of a class hold together. */
interface ClassState {
  atWork: number;
  waiting: number;
  /** When one of them last started. */
  begunAt: number;
}

/**
 * Admission control with fair queueing (D78): decides which requests run, queue or are refused. A free place goes to the class, and in it to the party,
 * with the fewest running requests, and a full queue drops the last request of the longest line of the class with the most, so nobody can crowd out others
 * by asking more, or from more networks.
 *
 * @param limit how many may work right now
 */
export function createAdmission(
  { atWork: most, perMember, queued, waitMs }: Capacity,
  limit: ConcurrencyLimit = { now: () => most, isBusy: () => false },
): Admission {
  const lines = new Map<string, Line>();
  const nobody = { atWork: 0, waiting: 0, begunAt: 0 };
  const classes: Record<PartyClass, ClassState> = {
    member: { ...nobody },
    'sign-in': { ...nobody },
    stranger: { ...nobody },
  };
  /** When a request of each party last started, the latest last. */
  const lastBegun = new Map<string, number>();
  /** How many reads of each party have begun in this turn of the event loop. */
  const begunInTurn = new Map<string, number>();
  /** How many reads wait for a turn. */
  let inTurn = 0;
  let atWork = 0;
  let waiting = 0;
  let refused = 0;
  let look: NodeJS.Timeout | undefined;
  /** Since when there is a queue. */
  let queuedSince = 0;

  function lineOf(party: Party): Line {
    let line = lines.get(party.key);
    if (!line) lines.set(party.key, (line = { ...party, atWork: 0, waiting: [] }));
    return line;
  }

  function count(line: Line, change: 1 | -1): void {
    atWork += change;
    classes[line.class].atWork += change;
    line.atWork += change;
    forget(line);
  }

  function begin(line: Line): void {
    lastBegun.delete(line.key);
    const now = performance.now();
    lastBegun.set(line.key, now);
    classes[line.class].begunAt = now;
    const [oldest] = lastBegun.keys();
    if (lastBegun.size > partiesKnown && oldest !== undefined) lastBegun.delete(oldest);
    count(line, 1);
  }

  /** Whether a party may begin another read in this turn. */
  function hasTurn({ key, class: own }: Party): boolean {
    const line = lines.get(key);
    const others = atWork - (line?.atWork ?? 0) + waiting - (line?.waiting.length ?? 0);
    return (
      others === 0 || (begunInTurn.get(key) ?? 0) < readsPerTurn[own === 'member' ? 'member' : 'network']
    );
  }

  /** Waits for a turn in which a party may begin another read. It is no queue: who waits so comes with the next turns. */
  async function untilTurn(party: Party): Promise<void> {
    inTurn += 1;
    while (!hasTurn(party)) await setImmediate();
    inTurn -= 1;
  }

  function countInTurn({ key }: Party): void {
    if (begunInTurn.size === 0) void setImmediate().then(() => begunInTurn.clear());
    begunInTurn.set(key, (begunInTurn.get(key) ?? 0) + 1);
  }

  function forget(line: Line): void {
    if (line.atWork === 0 && line.waiting.length === 0 && lines.get(line.key) === line)
      lines.delete(line.key);
  }

  /** A second request at work of who has others in the queue, or of anybody while the threads are busy, would only slow others down. */
  const hasRoom = (line: Line, isOne: boolean) =>
    line.class !== 'member' || line.atWork < (isOne ? 1 : perMember);

  /**
   * Which of two comes first: of the class with the fewest running requests, then of that whose last started longest ago; among equals the party with the
   * fewest, then that which had nothing for longest. A new network has had nothing since it came, or those would always come before known ones.
   */
  function order(one: Line, other: Line): number {
    const [mine, theirs] = [classes[one.class], classes[other.class]];
    if (mine !== theirs) return mine.atWork - theirs.atWork || mine.begunAt - theirs.begunAt;
    const cameAt = ({ waiting: [first] }: Line) => first?.since ?? 0;
    const hadNothingSince = (line: Line) =>
      lastBegun.get(line.key) ?? (line.class === 'member' ? 0 : cameAt(line));
    return (
      one.atWork - other.atWork ||
      hadNothingSince(one) - hadNothingSince(other) ||
      cameAt(one) - cameAt(other)
    );
  }

  function nextLine(): Line | undefined {
    let best: Line | undefined;
    for (const line of lines.values()) {
      if (line.waiting.length === 0 || !hasRoom(line, true)) continue;
      if (!best || order(line, best) < 0) best = line;
    }
    return best;
  }

  function next(): Waiting | undefined {
    const first = waiting > 0 && atWork < most ? nextLine()?.waiting[0] : undefined;
    return first && atWork < limit.now(true, first.isRead) ? first : undefined;
  }

  function fill(): void {
    for (let first = next(); first; first = next()) {
      // Its timer may be late.
      if (performance.now() - first.since > first.mostMs) first.refuse(refusal());
      else first.begin();
    }
  }

  // Made once: the stack of an error is dear, and a refusal has none to tell.
  const refusals = Array.from({ length: 10 }, (_, index) => busy(1 + index));

  function refusal(): AppError {
    refused += 1;
    return refusals[Math.min(9, Math.round((9 * waiting) / queued))] ?? busy(10);
  }

  /**
   * The line whose last request makes room in a full queue for a newcomer: the longest of the class with the most, and of those who came last; none where the
   * newcomer's class, or in it its own line, would become as long.
   */
  function lineToShorten(newcomer: Party): Line | undefined {
    const ownClass = classes[newcomer.class].waiting;
    const ownLength = lines.get(newcomer.key)?.waiting.length ?? 0;
    const isLonger = ({ class: other, waiting: { length } }: Line) =>
      other === newcomer.class ? length > ownLength + 1 : length > 0 && classes[other].waiting > ownClass + 1;
    let longest: Line | undefined;
    for (const line of lines.values()) {
      if (!isLonger(line)) continue;
      const more = longest && classes[line.class].waiting - classes[longest.class].waiting;
      if (!longest || !more ? line.waiting.length >= (longest?.waiting.length ?? 0) : more > 0)
        longest = line;
    }
    return longest;
  }

  /** @returns how long it took */
  function wait(line: Line, signal: AbortSignal, isRead: boolean): Promise<number> {
    return new Promise((resolve, reject) => {
      const since = performance.now();
      if (waiting === 0) queuedSince = since;
      // A queue that stays is kept short, as CoDel does: waiting gains nothing, and it is soon over when the load is.
      const mostMs = since - queuedSince > waitMs / 2 ? waitMs / 2 : waitMs;
      const one: Waiting = {
        since,
        isRead,
        mostMs,
        begin: () => {
          leaveQueue();
          begin(line);
          resolve(performance.now() - one.since);
        },
        refuse: (error) => {
          leaveQueue();
          forget(line);
          reject(error);
        },
      };
      const timer = setTimeout(() => one.refuse(refusal()), mostMs);
      look ??= setInterval(fill, lookEveryMs);
      const giveUp = () => one.refuse(signal.reason);
      function leaveQueue(): void {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        line.waiting.splice(line.waiting.indexOf(one), 1);
        classes[line.class].waiting -= 1;
        waiting -= 1;
        if (waiting > 0) return;
        clearInterval(look);
        look = undefined;
      }
      signal.addEventListener('abort', giveUp);
      line.waiting.push(one);
      classes[line.class].waiting += 1;
      waiting += 1;
    });
  }

  /** Makes a place that is counted already. */
  function placeOf(first: Line, waitedMs: number): Place {
    let line = first;
    let state: 'working' | 'aside' | 'left' = 'working';
    return {
      waitedMs,
      belongTo(memberId) {
        if (state === 'left' || line.key === memberId) return;
        if (state === 'working') count(line, -1);
        line = lineOf({ key: memberId, class: 'member' });
        if (state === 'working') count(line, 1);
        fill();
      },
      async aside(pending) {
        if (state !== 'working') return pending;
        state = 'aside';
        count(line, -1);
        fill();
        try {
          return await pending;
        } finally {
          // A request that has started continues at once: queueing again could only undo work.
          if (state === 'aside') {
            state = 'working';
            line = lineOf(line);
            count(line, 1);
          }
        }
      },
      leave() {
        if (state === 'working') count(line, -1);
        state = 'left';
        fill();
      },
    };
  }

  return {
    isFull: () => waiting >= queued,
    refusalOf(party) {
      return waiting < queued || lineToShorten(party) ? null : refusal();
    },
    async enter(party, signal, isRead = false) {
      if (isRead) {
        if (inTurn < queued && !hasTurn(party)) await untilTurn(party);
        countInTurn(party);
      }
      signal.throwIfAborted();
      const line = lineOf(party);
      const isFree = line.waiting.length === 0 && atWork < limit.now(waiting > 0, isRead);
      if (isFree && hasRoom(line, limit.isBusy())) {
        begin(line);
        return placeOf(line, 0);
      }
      if (waiting >= queued) {
        const longer = lineToShorten(line);
        if (!longer) {
          forget(line);
          throw refusal();
        }
        longer.waiting.at(-1)?.refuse(refusal());
      }
      return placeOf(line, await wait(line, signal, isRead));
    },
    counts: () => ({ atWork, waiting, refused }),
  };
}
