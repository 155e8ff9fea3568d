import { hash } from 'node:crypto';
import type { FirstSteps } from '@frens/contract';
import { grantKinds } from '@frens/contract/account';
import { toBamboo, toHundredths } from '@frens/contract/bamboo';
import { limits } from '@frens/contract/limits';
import { type Clock, day, fromNow } from '../../clock.ts';
import { batchFind, readOne } from '../../database/batch-loader.ts';
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
  /** Hundredths, more than 0. */
  amount: number;
  onceKey?: string;
  stakeId?: ObjectId;
  idempotencyKey?: string;
}

/**
 * Moves BAMBOO from one account to another (D35): debit, credit and posting in the caller's transaction. Returns the account
 * after the debit (null for the treasury), or false when its balance is too low; only the treasury may be overdrawn.
 *
 * @throws {RangeError} when the amount is not a positive integer
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

/** The balance of a member's wallet, in hundredths. */
export async function balanceOf({ db }: Services, memberId: ObjectId): Promise<number> {
  const account = await readOne(db.models.Account, walletOf(memberId));
  return account?.balance ?? 0;
}

/**
 * Pays a grant once per member (D37). Returns false when it was paid before. The unique index on `onceKey` decides races
 * between concurrent requests.
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

/** Reads the grants that a member has received (D37). */
export async function grantsOf({ db }: Services, memberId: ObjectId): Promise<Grant[]> {
  const onceKeys = grantKinds.map((kind) => onceKeyOf(kind, memberId));
  const postings = await batchFind(db.models.Posting, { onceKey: { $in: onceKeys } });
  return grantKinds.flatMap((kind) => {
    const posting = postings.find(({ onceKey }) => onceKey === onceKeyOf(kind, memberId));
    const received = posting?.legs.find(({ account }) => account === walletOf(memberId));
    return received ? [{ kind, amount: toBamboo(received.amount) }] : [];
  });
}

/** The unique key of a member's grant of one kind. */
export function onceKeyOf(kind: GrantKind, memberId: ObjectId): string {
  return `${kind}:${String(memberId)}`;
}

/** The id of a network's grant counter for today: only a hash of the network is stored. */
export function grantCounterOf(clock: Clock, network: string): string {
  const date = clock.now().toISOString().slice(0, 10);
  return hash('sha256', `${date}\n${network}`);
}

/** Counts a welcome grant of a network, and returns false when today's limit is reached (D37). */
export async function countWelcomeGrant({ db, clock }: Services, network: string | null): Promise<boolean> {
  if (network === null) return true;
  const _id = grantCounterOf(clock, network);
  const { GrantCounter } = db.models;
  // Reads first, so that a network past its limit causes no further writes to the counter.
  const before = await GrantCounter.findById(_id).lean();
  if ((before?.count ?? 0) >= serverLimits.welcomeGrantsPerNetworkPerDay) return false;
  await GrantCounter.updateOne(
    { _id },
    { $inc: { count: 1 }, $setOnInsert: { endsAt: fromNow(clock, 2 * day) } },
    { upsert: true },
  );
  return true;
}
