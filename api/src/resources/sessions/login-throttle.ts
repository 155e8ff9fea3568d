import { hash, randomUUID } from 'node:crypto';
import { fromNow, minute, second } from '../../clock.ts';
import { retryOnDuplicateKey } from '../../database/database-errors.ts';
import { tooMany } from '../../errors.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';

const { perNetwork, windowMinutes, perAccount, accountWindowMinutes, maxWaitSeconds } =
  serverLimits.loginFailures;

interface FailureCounter {
  _id: string;
  allowed: number;
  minutes: number;
  /** Seconds to wait after each failure from number `allowed` on. */
  waits: readonly number[];
}

const longAgo = new Date(0);

/** Exponential backoff: 1, 2, 4 … 60 seconds (D8). */
const backoff = [1, 2, 4, 8, 16, 32, maxWaitSeconds];

/**
 * The counters of an attempt: the account from this network, and the account from anywhere. A trusted device has its own counter
 * instead, so that attackers elsewhere cannot exhaust it.
 */
function countersOf(account: string, network: string, device: string | null): FailureCounter[] {
  const idOf = (text: string) => hash('sha256', text);
  const here = { allowed: perNetwork, minutes: windowMinutes, waits: backoff };
  if (device !== null) return [{ _id: idOf(`${account}\ndevice ${device}`), ...here }];
  return [
    { _id: idOf(`${account}\n${network}`), ...here },
    {
      _id: idOf(`${account}\n`),
      allowed: perAccount,
      minutes: accountWindowMinutes,
      waits: [maxWaitSeconds],
    },
  ];
}

/**
 * Checks an account's password with a rate limit. Each attempt is counted before the check, so that concurrent attempts count too,
 * and is refunded when the password is right (D8). No account is ever locked for good.
 *
 * @param account the account's id, or the text that was typed when there is no such account
 * @param check verifies the password
 * @param device the device id if the account trusts it (`readTrustedDevice`), else null
 * @throws 429 with the seconds to wait
 */
export async function tryPassword(
  services: Services,
  account: string,
  network: string | null,
  check: () => Promise<boolean>,
  device: string | null = null,
): Promise<boolean> {
  const { LoginFailure } = services.db.models;
  const [here, ...anywhere] = countersOf(account, network ?? 'this machine', device);
  if (!here) throw new Error('Every try is counted.');
  const lastTry = await countAttempt(services, here);
  const refund = { $inc: { count: -1 }, $set: { nextAt: longAgo } };
  try {
    for (const counter of anywhere) await countAttempt(services, counter);
  } catch (error) {
    // The attempt was refused, so the first counter must not count it either.
    await LoginFailure.updateOne({ _id: here._id, lastTry, count: { $gte: 1 } }, refund);
    throw error;
  }
  if (!(await check())) return false;
  // A right password resets the network's or device's counter.
  await LoginFailure.deleteOne({ _id: here._id });
  for (const { _id } of anywhere) await LoginFailure.updateOne({ _id, count: { $gte: 1 } }, refund);
  return true;
}

/**
 * Counts an attempt if one is allowed now, in one atomic update.
 *
 * @returns the attempt's id
 * @throws 429 with the seconds to wait
 */
async function countAttempt(services: Services, counter: FailureCounter): Promise<string> {
  const { _id, allowed, minutes, waits } = counter;
  const now = services.clock.now();
  const name = randomUUID();
  const isOver = { $lte: [{ $ifNull: ['$endsAt', now] }, now] };
  // `$min` with a new end: a clock that was set back must not extend a window or a wait.
  const end = fromNow(services.clock, minutes * minute);
  const nextAt = { $min: ['$nextAt', fromNow(services.clock, Math.max(...waits) * second)] };
  const mayTry = { $or: [isOver, { $lte: [nextAt, now] }] };
  const countBefore = { $cond: [isOver, 0, '$count'] };
  const waitMs = {
    $multiply: [
      second,
      {
        $arrayElemAt: [
          [0, ...waits],
          { $max: [0, { $min: [waits.length, { $subtract: [{ $add: [countBefore, 1] }, allowed - 1] }] }] },
        ],
      },
    ],
  };
  const step = {
    count: { $cond: [mayTry, { $add: [countBefore, 1] }, '$count'] },
    lastTry: { $cond: [mayTry, name, '$lastTry'] },
    // Without a wait it is `longAgo`, which admits also a concurrent attempt with an earlier clock reading.
    nextAt: { $cond: [mayTry, { $cond: [{ $gt: [waitMs, 0] }, { $add: [now, waitMs] }, longAgo] }, nextAt] },
    endsAt: { $cond: [isOver, end, { $min: ['$endsAt', end] }] },
  };
  const after = await retryOnDuplicateKey(() =>
    services.db.models.LoginFailure.findOneAndUpdate({ _id }, [{ $set: step }], {
      upsert: true,
      returnDocument: 'after',
      updatePipeline: true,
    }).lean(),
  );
  if (after && after.lastTry !== name) throw tooMany((after.nextAt.getTime() - now.getTime()) / second);
  return name;
}
