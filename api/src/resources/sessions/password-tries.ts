import { createHash, randomUUID } from 'node:crypto';
import { fromNow, minute, second } from '../../clock.ts';
import { againIfDuplicate } from '../../database/database-errors.ts';
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

/** What is counted for a try: the account, whatever name of it was typed, from this network and from anywhere. */
function counters(account: string, network: string): [here: Counted, anywhere: Counted] {
  const idOf = (text: string) => createHash('sha256').update(text).digest('hex');
  return [
    { _id: idOf(`${account}\n${network}`), allowed: perNetwork, minutes: windowMinutes, waits: growing },
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
 * @param tries how many passwords it compares: each counts, and they may be made together while one may
 */
export async function tryPassword(
  services: Services,
  account: string,
  network: string | null,
  check: () => Promise<boolean>,
  tries = 1,
): Promise<boolean> {
  const { LoginFailure } = services.db.models;
  const [here, anywhere] = counters(account, network ?? 'this machine');
  await countTries(services, here, tries);
  try {
    await countTries(services, anywhere, tries);
  } catch (error) {
    await LoginFailure.updateOne({ _id: here._id, count: { $gte: tries } }, { $inc: { count: -tries } });
    throw error;
  }
  if (!(await check())) return false;
  // Who knows the password is no guesser: what this network has failed is forgotten.
  await LoginFailure.deleteOne({ _id: here._id });
  await LoginFailure.updateOne(
    { _id: anywhere._id, count: { $gte: tries } },
    { $inc: { count: -tries }, $set: { nextAt: longAgo } },
  );
  return true;
}

/** Counts tries if one may be made now, in one atomic step; otherwise refuses them and says when. */
async function countTries(services: Services, counted: Counted, tries: number): Promise<void> {
  const { _id, allowed, minutes, waits } = counted;
  const now = services.clock.now();
  const name = randomUUID();
  const isOver = { $lte: [{ $ifNull: ['$endsAt', now] }, now] };
  const mayTry = { $or: [isOver, { $lte: ['$nextAt', now] }] };
  // Tries so far.
  const before = { $cond: [isOver, 0, '$count'] };
  const waitMs = {
    $multiply: [
      second,
      {
        $arrayElemAt: [
          [0, ...waits],
          { $max: [0, { $min: [waits.length, { $subtract: [{ $add: [before, tries] }, allowed - 1] }] }] },
        ],
      },
    ],
  };
  const step = {
    count: { $cond: [mayTry, { $add: [before, tries] }, '$count'] },
    lastTry: { $cond: [mayTry, name, '$lastTry'] },
    // Without a wait it holds up nobody, not even who read the clock earlier and got here later.
    nextAt: {
      $cond: [mayTry, { $cond: [{ $gt: [waitMs, 0] }, { $add: [now, waitMs] }, longAgo] }, '$nextAt'],
    },
    endsAt: { $cond: [isOver, fromNow(services.clock, minutes * minute), '$endsAt'] },
  };
  const after = await againIfDuplicate(() =>
    services.db.models.LoginFailure.findOneAndUpdate({ _id }, [{ $set: step }], {
      upsert: true,
      returnDocument: 'after',
      updatePipeline: true,
    }).lean(),
  );
  if (after && after.lastTry !== name) throw tooMany((after.nextAt.getTime() - now.getTime()) / second);
}
