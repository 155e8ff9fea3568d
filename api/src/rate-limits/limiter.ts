import { createHash } from 'node:crypto';
import { type Clock, fromNow, second } from '../clock.ts';
import type { Config } from '../config.ts';
import { retryOnDuplicateKey } from '../database/database-errors.ts';
import { isInTransaction } from '../database/transaction.ts';
import type { Models } from '../resources/models.ts';

/** What is counted: the limit, by its name, and whom it counts. */
export interface Counter {
  name: string;
  who: string;
  points: number;
  seconds: number;
}

/** Where a caller stands after being counted. */
export interface Standing {
  passed: boolean;
  limit: number;
  remaining: number;
  resetMs: number;
}

export interface Limiter {
  /**
   * Counts one call in the database, in one atomic step: exactly as many pass as the limit allows, in all processes. In a
   * transaction it counts if that holds.
   */
  count(counter: Counter): Promise<Standing>;
  /** Takes one counted call back. */
  giveBack(counter: Counter): Promise<void>;
  /** Counts in this process and settles with the database once a second: cheap, and at most 5 % too many pass (D49). */
  countSettled(counter: Counter): Promise<Standing>;
  /** The same for what needs no database: it does not wait until the count of this process is settled. */
  countHere(counter: Counter): Standing;
}

interface LimiterServices {
  db: { models: Pick<Models, 'RateLimit'> };
  clock: Clock;
  config: Pick<Config, 'limitFactor'>;
}

/** Part of a limit that may wait to be settled; two more processes together then stay within the 5 %. */
const unsettledShare = 0.025;

interface Settled {
  counter: Counter;
  /** What the database said last, and what has come since. */
  known: number;
  pending: number;
  resetAt: number;
  settling: Promise<void> | null;
}

/** The one limiter, over the counters in the database. There is no stand-in for a database that is away: calls fail then. */
export function createLimiter({ db: { models }, clock, config: { limitFactor } }: LimiterServices): Limiter {
  const entries = new Map<string, Settled>();
  let timer: NodeJS.Timeout | null = null;

  const now = () => clock.now().getTime();
  const keyOf = ({ name, who }: Counter) =>
    createHash('sha256').update(`${name}\n${who}`).digest('base64url');
  const allowed = ({ points }: Counter) => Math.max(1, Math.round(points * limitFactor));
  /** The one atomic step: the counter is raised if its time runs, else begun anew. */
  async function add(counter: Counter, points: number): Promise<{ counted: number; resetAt: number }> {
    const at = clock.now();
    const end = fromNow(clock, counter.seconds * second);
    const isOver = { $lte: [{ $ifNull: ['$expire', at] }, at] };
    const step = {
      points: { $cond: [isOver, points, { $add: ['$points', points] }] },
      // A clock that has gone back leaves none further ahead than a new one would be.
      expire: { $cond: [isOver, end, { $min: ['$expire', end] }] },
    };
    const after = await retryOnDuplicateKey(() =>
      models.RateLimit.findOneAndUpdate({ key: keyOf(counter) }, [{ $set: step }], {
        upsert: true,
        returnDocument: 'after',
        updatePipeline: true,
        // A count need not outlive a power cut, so it does not wait for the disk; in a transaction it holds with that.
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
      // What could not be told stays pending for the next time; a database that is away fails the calls themselves.
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

  /** How many there are with one more, which counts unless it is too many. */
  function addHere(entry: Settled, limit: number): number {
    const counted = entry.known + entry.pending + 1;
    if (counted <= limit) entry.pending += 1;
    return counted;
  }

  return {
    async count(counter) {
      const { counted, resetAt } = await add(counter, 1);
      return standing(counted, allowed(counter), resetAt - now());
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
      return standing(counted, limit, entry.resetAt - now());
    },

    countHere(counter) {
      const [limit, entry] = [allowed(counter), entryOf(counter)];
      return standing(addHere(entry, limit), limit, entry.resetAt - now());
    },
  };
}

function standing(counted: number, limit: number, resetMs: number): Standing {
  return {
    passed: counted <= limit,
    limit,
    remaining: Math.max(0, limit - counted),
    resetMs: Math.max(0, resetMs),
  };
}
