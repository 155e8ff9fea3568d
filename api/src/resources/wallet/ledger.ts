import { createHash } from 'node:crypto';
import type { FirstSteps } from '@frens/contract';
import { grantKinds } from '@frens/contract/account';
import { toBamboo, toHundredths } from '@frens/contract/bamboo';
import { limits } from '@frens/contract/limits';
import { type Clock, day, fromNow } from '../../clock.ts';
import { readOne, readTogether } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import { type Account, type Posting, poolOf, walletOf } from './ledger.model.ts';

export { poolOf, walletOf };
export const treasury = 'treasury';

type Grant = FirstSteps['grants'][number];
export type GrantKind = Grant['kind'];

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
 * Moves BAMBOO from one account to another (D35): debit, credit and posting in the caller's transaction. Returns the
 * account after the debit (null for the treasury), or false when it does not hold enough; only the treasury may owe.
 */
export async function move(
  { db, clock }: Services,
  { from, to, amount, ...rest }: Movement,
): Promise<Account | null | false> {
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new RangeError(`${amount} hundredths cannot be moved.`);
  const { Account: Accounts, Posting: Postings } = db.models;
  const legs: Posting['legs'] = [];
  let debited: Account | null = null;
  if (from === treasury) legs.push({ account: treasury, amount: -amount, balanceAfter: null });
  else {
    debited = await Accounts.findOneAndUpdate(
      { _id: from, balance: { $gte: amount } },
      { $inc: { balance: -amount, ...(rest.kind === 'stake' ? { staked: amount } : {}) } },
      { returnDocument: 'after' },
    ).lean();
    if (!debited) return false;
    legs.push({ account: from, amount: -amount, balanceAfter: debited.balance });
  }
  const credited =
    to === treasury
      ? null
      : await Accounts.findOneAndUpdate(
          { _id: to },
          { $inc: { balance: amount } },
          { returnDocument: 'after', upsert: true },
        ).lean();
  legs.push({ account: to, amount, balanceAfter: credited?.balance ?? null });
  await Postings.create({ ...rest, legs, createdAt: clock.now() });
  return debited;
}

/** What a member's wallet holds, in hundredths. */
export async function balanceOf({ db }: Services, memberId: ObjectId): Promise<number> {
  const account = await readOne(db.models.Account, walletOf(memberId));
  return account?.balance ?? 0;
}

/**
 * Pays a grant that a member gets once (D37). Returns false when they had it before. The unique key on `onceKey` holds
 * even if two requests get here together.
 */
export async function grantOnce(
  services: Services,
  memberId: ObjectId,
  kind: GrantKind,
  idempotencyKey?: string,
): Promise<boolean> {
  const onceKey = onceKeyOf(kind, memberId);
  if (await services.db.models.Posting.exists({ onceKey })) return false;
  const amount = toHundredths(limits.grants[kind]);
  await move(services, {
    kind,
    memberId,
    from: treasury,
    to: walletOf(memberId),
    amount,
    onceKey,
    idempotencyKey,
  });
  return true;
}

/** What a member has been given once for something (D37). */
export async function grantsOf({ db }: Services, memberId: ObjectId): Promise<Grant[]> {
  const onceKeys = grantKinds.map((kind) => onceKeyOf(kind, memberId));
  const postings = await readTogether(db.models.Posting, { onceKey: { $in: onceKeys } });
  return grantKinds.flatMap((kind) => {
    const posting = postings.find(({ onceKey }) => onceKey === onceKeyOf(kind, memberId));
    const received = posting?.legs.find(({ account }) => account === walletOf(memberId));
    return received ? [{ kind, amount: toBamboo(received.amount) }] : [];
  });
}

/** What makes a grant of a member the only one of its kind. */
export function onceKeyOf(kind: GrantKind, memberId: ObjectId): string {
  return `${kind}:${String(memberId)}`;
}

/** The counter of a network's grants of today. Only a hash of the network is kept. */
export function grantCounterOf(clock: Clock, network: string): string {
  const date = clock.now().toISOString().slice(0, 10);
  return createHash('sha256').update(`${date}\n${network}`).digest('hex');
}

/**
 * Whether a network may receive one more welcome grant today (D37), counting it. Only a hash of the network is kept,
 * and only for the day.
 */
export async function countWelcomeGrant({ db, clock }: Services, network: string | null): Promise<boolean> {
  if (network === null) return true;
  const _id = grantCounterOf(clock, network);
  const { GrantCounter } = db.models;
  // Read first: once a network has had its grants, nobody writes its counter any more.
  const before = await GrantCounter.findById(_id).lean();
  if ((before?.count ?? 0) >= serverLimits.welcomeGrantsPerNetworkPerDay) return false;
  await GrantCounter.updateOne(
    { _id },
    { $inc: { count: 1 }, $setOnInsert: { endsAt: fromNow(clock, 2 * day) } },
    { upsert: true },
  );
  return true;
}
