import { createHash } from 'node:crypto';
import { toHundredths } from '@frens/contract/bamboo';
import { limits } from '@frens/contract/limits';
import type { ClientSession } from 'mongoose';
import { day, fromNow } from '../../clock.ts';
import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import type { Posting } from './ledger.model.ts';

export const walletOf = (memberId: ObjectId) => `wallet:${String(memberId)}`;
export const poolOf = (pandaId: ObjectId) => `pool:${String(pandaId)}`;
export const treasury = 'treasury';

interface Movement {
  kind: Posting['kind'];
  memberId: ObjectId;
  from: string;
  to: string;
  /** Hundredths, more than none. */
  amount: number;
  onceKey?: string;
  stakeId?: ObjectId;
  idempotencyKey?: string;
}

/**
 * Moves BAMBOO from one account to another (D35): debit, credit and posting in the caller's transaction. Returns false
 * and does nothing when the account does not hold enough; only the treasury may owe.
 */
export async function move(
  { db, clock }: Services,
  { from, to, amount, ...rest }: Movement,
  session: ClientSession,
): Promise<boolean> {
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new RangeError(`${amount} hundredths cannot be moved.`);
  const { Account, Posting } = db.models;
  const legs: Posting['legs'] = [];
  if (from === treasury) legs.push({ account: treasury, amount: -amount, balanceAfter: null });
  else {
    const debited = await Account.findOneAndUpdate(
      { _id: from, balance: { $gte: amount } },
      { $inc: { balance: -amount } },
      { session, returnDocument: 'after' },
    ).lean();
    if (!debited) return false;
    legs.push({ account: from, amount: -amount, balanceAfter: debited.balance });
  }
  const credited = await Account.findOneAndUpdate(
    { _id: to },
    { $inc: { balance: amount } },
    { session, returnDocument: 'after', upsert: true },
  ).lean();
  legs.push({ account: to, amount, balanceAfter: credited?.balance ?? null });
  await Posting.create([{ ...rest, legs, createdAt: clock.now() }], { session });
  return true;
}

/** What a member's wallet holds, in hundredths. */
export async function balanceOf(
  { db }: Services,
  memberId: ObjectId,
  session?: ClientSession,
): Promise<number> {
  const account = await db.models.Account.findOne({ _id: walletOf(memberId) }, null, { session }).lean();
  return account?.balance ?? 0;
}

/**
 * Pays a grant that a member gets once (D37). Returns false when they had it before. The unique key on `onceKey` holds
 * even if two requests get here together.
 */
export async function grantOnce(
  services: Services,
  memberId: ObjectId,
  kind: 'welcome' | 'quiz',
  session: ClientSession,
  idempotencyKey?: string,
): Promise<boolean> {
  const onceKey = `${kind}:${String(memberId)}`;
  if (await services.db.models.Posting.exists({ onceKey }).session(session)) return false;
  const amount = toHundredths(limits.grants[kind]);
  await move(
    services,
    { kind, memberId, from: treasury, to: walletOf(memberId), amount, onceKey, idempotencyKey },
    session,
  );
  return true;
}

/**
 * Whether a network may receive one more welcome grant today (D37), counting it. Only a hash of the network is kept,
 * and only for the day.
 */
export async function countWelcomeGrant(
  { db, clock }: Services,
  network: string | null,
  session: ClientSession,
): Promise<boolean> {
  if (network === null) return true;
  const date = clock.now().toISOString().slice(0, 10);
  const _id = createHash('sha256').update(`${date}\n${network}`).digest('hex');
  const counted = await db.models.GrantCounter.findOneAndUpdate(
    { _id },
    { $inc: { count: 1 }, $setOnInsert: { endsAt: fromNow(clock, 2 * day) } },
    { session, upsert: true, returnDocument: 'after' },
  ).lean();
  return (counted?.count ?? 1) <= serverLimits.welcomeGrantsPerNetworkPerDay;
}
