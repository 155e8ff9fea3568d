import { createHash, randomUUID } from 'node:crypto';
import { fromNow, minute, second } from '../../clock.ts';
import { retryOnDuplicateKey } from '../../database/database-errors.ts';
import { tooMany } from '../../errors.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';

const { perNetwork, windowMinutes, perAccount, accountWindowMinutes, maxWaitSeconds } =
  serverLimits.loginFailures;

interface Counted {
  _id: string;
  allowed: number;
  minutes: number;
  /** Seconds to wait after so many failures; the first that waits has the number `allowed`. */
  waits: readonly number[];
}

const longAgo = new Date(0);

/** 1, 2, 4 … 60 seconds (D8). */
const growing = [1, 2, 4, 8, 16, 32, maxWaitSeconds];

/**
 * What is counted for a try: the account, whatever name of it was typed, from this network and from anywhere. A browser that it was
 * signed in with has a count of its own instead, so that nobody elsewhere uses that up.
 */
function countersOf(account: string, network: string, device: string | null): Counted[] {
  const idOf = (text: string) => createHash('sha256').update(text).digest('hex');
  const here = { allowed: perNetwork, minutes: windowMinutes, waits: growing };
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
 * Checks a password of an account, wherever one is asked for. The try is counted before the password is looked at, so
 * that tries sent at once are counted too, and given back when it is right (D8). Nothing is ever locked for good.
 *
 * @param account the account's id, or what was typed where there is none
 * @param check looks at the password
 * @param device what the account knows the browser by; null where it does not (`readTrustedDevice`)
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
  const lastTry = await countTry(services, here);
  const giveBack = { $inc: { count: -1 }, $set: { nextAt: longAgo } };
  try {
    for (const counted of anywhere) await countTry(services, counted);
  } catch (error) {
    // It was no try of this network either: the wait that is told is the whole.
    await LoginFailure.updateOne({ _id: here._id, lastTry, count: { $gte: 1 } }, giveBack);
    throw error;
  }
  if (!(await check())) return false;
  // Who knows the password is no guesser: what this network has failed is forgotten.
  await LoginFailure.deleteOne({ _id: here._id });
  for (const { _id } of anywhere) await LoginFailure.updateOne({ _id, count: { $gte: 1 } }, giveBack);
  return true;
}

/**
 * Counts a try if one may be made now, in one atomic step; otherwise refuses it and says when.
 *
 * @returns the name of the try
 */
async function countTry(services: Services, counted: Counted): Promise<string> {
  const { _id, allowed, minutes, waits } = counted;
  const now = services.clock.now();
  const name = randomUUID();
  const isOver = { $lte: [{ $ifNull: ['$endsAt', now] }, now] };
  // A clock that has gone back leaves no end further ahead than a new one would be.
  const end = fromNow(services.clock, minutes * minute);
  const nextAt = { $min: ['$nextAt', fromNow(services.clock, Math.max(...waits) * second)] };
  const mayTry = { $or: [isOver, { $lte: [nextAt, now] }] };
  // Tries so far.
  const before = { $cond: [isOver, 0, '$count'] };
  const waitMs = {
    $multiply: [
      second,
      {
        $arrayElemAt: [
          [0, ...waits],
          { $max: [0, { $min: [waits.length, { $subtract: [{ $add: [before, 1] }, allowed - 1] }] }] },
        ],
      },
    ],
  };
  const step = {
    count: { $cond: [mayTry, { $add: [before, 1] }, '$count'] },
    lastTry: { $cond: [mayTry, name, '$lastTry'] },
    // Without a wait it holds up nobody, not even who read the clock earlier and got here later.
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
