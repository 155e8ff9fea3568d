import { createHash } from 'node:crypto';
import { fromNow, minute, second } from '../../clock.ts';
import { isDuplicateKey } from '../../database/database-errors.ts';
import { tooMany } from '../../errors.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import { keyOf } from '../members/user.model.ts';

const { perNetwork, windowMinutes, perAccount, accountWindowMinutes, maxWaitSeconds } =
  serverLimits.loginFailures;

/** What is counted for one try: the account as typed (existing or not) from this network, and from anywhere. */
function counters(account: string, network: string) {
  const idOf = (text: string) => createHash('sha256').update(text).digest('hex');
  return [
    { _id: idOf(`${keyOf(account)}\n${network}`), allowed: perNetwork, minutes: windowMinutes, grows: true },
    { _id: idOf(`${keyOf(account)}\n`), allowed: perAccount, minutes: accountWindowMinutes, grows: false },
  ];
}

/** Seconds to wait after `count` failures: 1, 2, 4 … 60 after the fifth (D8). */
export function waitAfter(count: number, allowed: number, grows: boolean): number {
  if (count < allowed) return 0;
  return grows ? Math.min(maxWaitSeconds, 2 ** (count - allowed)) : maxWaitSeconds;
}

/** Refuses a sign-in that comes too soon after too many failures (D8). Nothing is ever locked for good. */
export async function refuseHastyLogin(
  { db, clock }: Services,
  account: string,
  network: string,
): Promise<void> {
  const now = clock.now();
  for (const { _id, allowed, grows } of counters(account, network)) {
    const failures = await db.models.LoginFailure.findById(_id).lean();
    if (!failures || failures.endsAt <= now) continue;
    const wait = waitAfter(failures.count, allowed, grows) * second;
    const left = failures.lastAt.getTime() + wait - now.getTime();
    if (left > 0) throw tooMany(left / second);
  }
}

export async function countLoginFailure(
  { db, clock }: Services,
  account: string,
  network: string,
): Promise<void> {
  const { LoginFailure } = db.models;
  const now = clock.now();
  for (const { _id, minutes } of counters(account, network)) {
    const counted = await LoginFailure.updateOne(
      { _id, endsAt: { $gt: now } },
      { $inc: { count: 1 }, lastAt: now },
    );
    if (counted.matchedCount > 0) continue;
    const endsAt = fromNow(clock, minutes * minute);
    try {
      await LoginFailure.updateOne({ _id }, { count: 1, lastAt: now, endsAt }, { upsert: true });
    } catch (error) {
      // Two first failures at the same moment: the other one made the counter.
      if (!isDuplicateKey(error)) throw error;
      await LoginFailure.updateOne({ _id }, { $inc: { count: 1 }, lastAt: now });
    }
  }
}

/** A success from a network clears what that network has failed. */
export async function forgetLoginFailures({ db }: Services, account: string, network: string): Promise<void> {
  const [here] = counters(account, network);
  await db.models.LoginFailure.deleteOne({ _id: here?._id });
}
