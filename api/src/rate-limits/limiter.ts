import { hash } from 'node:crypto';
import { type Clock, fromNow, second } from '../clock.ts';
import type { Config } from '../config.ts';
import { retryOnDuplicateKey } from '../database/database-errors.ts';
import { isInTransaction } from '../database/transaction.ts';
import type { Models } from '../resources/models.ts';

/** The key of a counter: the limit's name and the party. */
export interface Counter {
  name: string;
  who: string;
  points: number;
  seconds: number;
}

/** The state of a limit after counting a call. */
export interface Standing {
  passed: boolean;
  limit: number;
  remaining: number;
  resetMs: number;
}

export interface Limiter {
  /** Counts one call atomically in the database: exact across processes. Inside a transaction it counts only if that commits. */
  count(counter: Counter): Promise<Standing>;
  /** Refunds one counted call. */
  giveBack(counter: Counter): Promise<void>;
  /** Throttles by a local count that syncs with the database once a second: cheap, and lets at most 5 % too many pass (D49). */
  countSettled(counter: Counter): Promise<Standing>;
  /** The same without awaiting the database, for pages that do not need it. */
  countHere(counter: Counter): Standing;
}

interface LimiterServices {
  db: { models: Pick<Models, 'RateLimit'> };
  clock: Clock;
  config: Pick<Config, 'limitFactor'>;
}

/** The part of a limit that may stay unsynced; with two more processes the total stays within 5 %. */
const unsettledShare = 0.025;

interface Settled {
  counter: Counter;
  /** The database's last count, and calls since then. */
  known: number;
  pending: number;
  resetAt: number;
  settling: Promise<void> | null;
}

/** Creates the rate limiter, with atomic counters in the database. While the database is down, calls fail anyway. */
export function createLimiter({ db: { models }, clock, config: { limitFactor } }: LimiterServices): Limiter {
  const entries = new Map<string, Settled>();
  let timer: NodeJS.Timeout | null = null;

  const now = () => clock.now().getTime();
  const keyOf = ({ name, who }: Counter) => hash('sha256', `${name}\n${who}`, 'base64url');
  const allowed = ({ points }: Counter) => Math.max(1, Math.round(points * limitFactor));
  /** Atomically increments the counter in its window, or starts a new window. */
  async function add(counter: Counter, points: number): Promise<{ counted: number; resetAt: number }> {
    const at = clock.now();
    const end = fromNow(clock, counter.seconds * second);
    const isOver = { $lte: [{ $ifNull: ['$expire', at] }, at] };
    const step = {
      points: { $cond: [isOver, points, { $add: ['$points', points] }] },
      // Clamps a window that was stored before the clock was set back.
      expire: { $cond: [isOver, end, { $min: ['$expire', end] }] },
    };
    const after = await retryOnDuplicateKey(() =>
      models.RateLimit.findOneAndUpdate({ key: keyOf(counter) }, [{ $set: step }], {
        upsert: true,
        returnDocument: 'after',
        updatePipeline: true,
        // Counters may be lost in a power cut, so they skip the journal; in a transaction they commit with it.
        ...(isInTransaction() ? {} : { writeConcern: { w: 1, journal: false } }),
      }).lean(),
    );
    if (!after) throw new Error('A counter was neither found nor made.');
    return { counted: after.points, resetAt: after.expire.getTime() };
  }

  async function settle(entry: Settled): Promise<void> {
    const { pending, counter } = entry;
    const { counted, resetAt } = await add(counter, pending);
    entry.known = counted;
    entry.pending -= pending;
    entry.resetAt = resetAt;
  }

  function settleAll(): void {
    timer = null;
    for (const [key, entry] of entries) {
      if (entry.resetAt <= now()) entries.delete(key);
      else if (entry.pending > 0) startSettling(entry);
    }
    if (entries.size > 0) startTimer();
  }

  function startTimer(): void {
    timer ??= setTimeout(settleAll, second).unref();
  }

  function startSettling(entry: Settled): void {
    entry.settling ??= settle(entry)
      // A failed sync stays pending; without a database the calls themselves fail.
      .catch(() => undefined)
      .finally(() => {
        entry.settling = null;
      });
  }

  function entryOf(counter: Counter): Settled {
    const key = keyOf(counter);
    const end = now() + counter.seconds * second;
    let entry = entries.get(key);
    if (entry) entry.resetAt = Math.min(entry.resetAt, end);
    if (!entry || entry.resetAt <= now()) {
      entry = {
        counter,
        known: 0,
        pending: 0,
        resetAt: end,
        settling: null,
      };
      entries.set(key, entry);
      startTimer();
    }
    return entry;
  }

  /** The local count including this call, which counts only within the limit. */
  function addHere(entry: Settled, limit: number): number {
    const counted = entry.known + entry.pending + 1;
    if (counted <= limit) entry.pending += 1;
    return counted;
  }

  return {
    async count(counter) {
      const { counted, resetAt } = await add(counter, 1);
      return standingOf(counted, allowed(counter), resetAt - now());
    },

    async giveBack(counter) {
      await models.RateLimit.updateOne(
        { key: keyOf(counter), expire: { $gt: clock.now() }, points: { $gt: 0 } },
        { $inc: { points: -1 } },
      );
    },

    async countSettled(counter) {
      const limit = allowed(counter);
      let entry = entryOf(counter);
      while (entry.settling) {
        await entry.settling;
        entry = entryOf(counter);
      }
      const counted = addHere(entry, limit);
      if (entry.pending >= Math.max(1, Math.floor(limit * unsettledShare))) startSettling(entry);
      return standingOf(counted, limit, entry.resetAt - now());
    },

    countHere(counter) {
      const [limit, entry] = [allowed(counter), entryOf(counter)];
      return standingOf(addHere(entry, limit), limit, entry.resetAt - now());
    },
  };
}

function standingOf(counted: number, limit: number, resetMs: number): Standing {
  return {
    passed: counted <= limit,
    limit,
    remaining: Math.max(0, limit - counted),
    resetMs: Math.max(0, resetMs),
  };
}
