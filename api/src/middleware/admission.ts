import { setImmediate } from 'node:timers/promises';
import { type AppError, busy } from '../errors.ts';
import type { Place } from '../request-context.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import { FairQueue, type Line, type Party, type Waiting } from './fair-queue.ts';

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

export interface Admission {
  /** Whether the queue is full: `refusalOf` may refuse. */
  isFull(): boolean;
  /** The refusal that `enter` would throw at once; null where the party may queue. Counts it. */
  refusalOf(party: Party): AppError | null;
  /**
   * Takes a slot, queueing if none is free.
   *
   * @param signal aborts the wait
   * @param isRead whether it only reads; writes wait for each other
   * @throws {AppError} 503 `busy` when too many wait or the wait is too long; the signal's reason
   */
  enter(party: Party, signal: AbortSignal, isRead?: boolean): Promise<Place>;
  /** Counts of concurrent and queued requests, and of refusals so far. */
  counts(): { atWork: number; waiting: number; refused: number };
}

/**
 * How many reads of a party (a member or a network) start per turn of the event loop while others run: cheap reads that never wait would
 * delay every step of the others. A member's reads share the commands of their turn.
 */
const readsPerTurn = { member: 2, network: 1 };
/** How often, in milliseconds, the limit is checked while requests are queued and none arrives or leaves. */
const lookEveryMs = 20;

/**
 * Admission control with fair queueing (D78): decides which requests run, queue or are refused, so that nobody can crowd out others by sending more requests, or
 * from more networks.
 *
 * @param limit the current concurrency limit
 */
export function createAdmission(
  { atWork: most, perMember, queued, waitMs }: Capacity,
  limit: ConcurrencyLimit = { now: () => most, isBusy: () => false },
): Admission {
  const queue = new FairQueue();
  const turns = createReadTurns(queue, queued);
  let refused = 0;
  let look: NodeJS.Timeout | undefined;
  /** When the queue began. */
  let queuedSince = 0;
  // Created once: capturing a stack is expensive, and a refusal needs none.
  const refusals = Array.from({ length: 10 }, (_, index) => busy(1 + index));

  function refusal(): AppError {
    refused += 1;
    return refusals[Math.min(9, Math.round((9 * queue.waiting) / queued))] ?? busy(10);
  }

  /** A party with queued requests, or any party while the threads are busy, may not run a second request: it would only slow others down. */
  const hasRoom = (line: Line, isOne: boolean) =>
    line.class !== 'member' || line.atWork < (isOne ? 1 : perMember);

  function next(): Waiting | undefined {
    if (queue.waiting === 0 || queue.atWork >= most) return undefined;
    const first = queue.next((line) => hasRoom(line, true));
    return first && queue.atWork < limit.now(true, first.isRead) ? first : undefined;
  }

  function fill(): void {
    for (let first = next(); first; first = next()) {
      // The timer may fire late.
      if (performance.now() - first.since > first.mostMs) first.refuse(refusal());
      else first.begin();
    }
  }

  /** @returns the time in the queue */
  function wait(line: Line, signal: AbortSignal, isRead: boolean): Promise<number> {
    return new Promise((resolve, reject) => {
      const since = performance.now();
      if (queue.waiting === 0) queuedSince = since;
      // A persistent queue is kept short, like CoDel's: waiting gains nothing, and it clears quickly after the load.
      const mostMs = since - queuedSince > waitMs / 2 ? waitMs / 2 : waitMs;
      const one: Waiting = {
        since,
        isRead,
        mostMs,
        begin() {
          leaveQueue();
          queue.begin(line);
          resolve(performance.now() - since);
        },
        refuse(error) {
          leaveQueue();
          queue.forget(line);
          reject(error);
        },
      };
      const timer = setTimeout(() => one.refuse(refusal()), mostMs);
      look ??= setInterval(fill, lookEveryMs);
      const giveUp = () => one.refuse(signal.reason);
      function leaveQueue(): void {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        queue.leave(line, one);
        if (queue.waiting > 0) return;
        clearInterval(look);
        look = undefined;
      }
      signal.addEventListener('abort', giveUp);
      queue.enter(line, one);
    });
  }

  return {
    isFull: () => queue.waiting >= queued,
    refusalOf: (party) => (queue.waiting < queued || queue.lastToWait(party) ? null : refusal()),
    async enter(party, signal, isRead = false) {
      if (isRead) {
        if (turns.mustWait(party)) await turns.wait(party);
        turns.count(party);
      }
      signal.throwIfAborted();
      const line = queue.lineOf(party);
      const isFree = line.waiting.length === 0 && queue.atWork < limit.now(queue.waiting > 0, isRead);
      if (isFree && hasRoom(line, limit.isBusy())) {
        queue.begin(line);
        return placeOf(queue, fill, line, 0);
      }
      if (queue.waiting >= queued) {
        const last = queue.lastToWait(line);
        if (!last) {
          queue.forget(line);
          throw refusal();
        }
        last.refuse(refusal());
      }
      return placeOf(queue, fill, line, await wait(line, signal, isRead));
    },
    counts: () => ({ atWork: queue.atWork, waiting: queue.waiting, refused }),
  };
}

/** Spreads a party's reads over turns of the event loop. Not a queue: delayed reads start in the next turns. */
function createReadTurns(queue: FairQueue, mostWaiting: number) {
  /** The number of reads that each party has started in this turn. */
  const begun = new Map<string, number>();
  let waiting = 0;
  const has = (party: Party) =>
    queue.othersThan(party) === 0 ||
    (begun.get(party.key) ?? 0) < readsPerTurn[party.class === 'member' ? 'member' : 'network'];
  return {
    mustWait: (party: Party) => waiting < mostWaiting && !has(party),
    async wait(party: Party): Promise<void> {
      waiting += 1;
      while (!has(party)) await setImmediate();
      waiting -= 1;
    },
    count({ key }: Party): void {
      if (begun.size === 0) void setImmediate().then(() => begun.clear());
      begun.set(key, (begun.get(key) ?? 0) + 1);
    },
  };
}

/**
 * Creates a slot that is already counted.
 *
 * @param fill passes a freed slot to the next request
 */
function placeOf(queue: FairQueue, fill: () => void, first: Line, waitedMs: number): Place {
  let line = first;
  let state: 'working' | 'aside' | 'left' = 'working';
  return {
    waitedMs,
    belongTo(memberId) {
      if (state === 'left' || line.key === memberId) return;
      if (state === 'working') queue.countWorking(line, -1);
      line = queue.lineOf({ key: memberId, class: 'member' });
      if (state === 'working') queue.countWorking(line, 1);
      fill();
    },
    async aside(pending) {
      if (state !== 'working') return pending;
      state = 'aside';
      queue.countWorking(line, -1);
      fill();
      try {
        return await pending;
      } finally {
        // A request that has started continues at once: queueing again could only undo work.
        if (state === 'aside') {
          state = 'working';
          line = queue.lineOf(line);
          queue.countWorking(line, 1);
        }
      }
    },
    leave() {
      if (state === 'working') queue.countWorking(line, -1);
      state = 'left';
      fill();
    },
  };
}
