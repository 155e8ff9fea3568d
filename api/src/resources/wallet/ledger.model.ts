import { ledgerKinds } from '@frens/contract/choices';
import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData, declareNoMemberData } from '../../database/member-data.ts';

/**
 * The balance of an account, in hundredths: `wallet:<member>` or `pool:<panda>`. The treasury has no document, because all
 * transactions would contend for it; its balance is minus the sum of all others (docs/decisions/0040).
 */
export interface Account {
  _id: string;
  balance: number;
  /**
   * Of wallets: the holder has a confirmed address, so their stakes count in quotients (D7). Stored here because every
   * stake writes this document: a concurrent stake and confirmation conflict, and the one that retries sees the other.
   */
  isConfirmed?: boolean;
  /** Of wallets: denormalised sum of the holder's open stakes; absent before the first. */
  staked?: number;
  /** During an erasure: the previous account name, which some postings still have (D46). Both accounts are empty by then. */
  formerly?: string;
}

/** The account of a member's BAMBOO. */
export const walletOf = (memberId: ObjectId) => `wallet:${String(memberId)}`;
/** The account of the stakes on a Panda. */
export const poolOf = (pandaId: ObjectId) => `pool:${String(pandaId)}`;
/** The Panda id in the name of a pool account; null for any other account. */
export const pandaOfPool = (account: string) => /^pool:(.+)$/.exec(account)?.[1] ?? null;

export const accountSchema = new Schema<Account>({
  _id: { type: String, required: true },
  balance: { type: Number, required: true },
  isConfirmed: { type: Boolean },
  staked: { type: Number },
  formerly: { type: String },
});
accountSchema.index({ formerly: 1 }, { sparse: true });

/** All kinds but the last appear in members' ledgers; only an erasure writes `erase`. */
export const postingKinds = [...ledgerKinds, 'erase'] as const;
export type PostingKind = (typeof postingKinds)[number];

/** One movement of BAMBOO, as double entry: append-only, its legs sum to zero (D35). */
export interface Posting {
  _id: ObjectId;
  kind: PostingKind;
  memberId: ObjectId;
  legs: Array<{ account: string; amount: number; balanceAfter: number | null }>;
  /** Set on grants that a member gets once (D37). */
  onceKey?: string;
  /** The stake that was made or refunded. */
  stakeId?: ObjectId;
  /** Idempotency key of the request that caused it. */
  idempotencyKey?: string;
  createdAt: Date;
}

export const postingSchema = new Schema<Posting>({
  kind: { type: String, enum: postingKinds, required: true },
  memberId: { type: Schema.Types.ObjectId, required: true },
  legs: [
    new Schema(
      {
        account: { type: String, required: true },
        amount: { type: Number, required: true },
        balanceAfter: { type: Number, default: null },
      },
      { _id: false },
    ),
  ],
  onceKey: { type: String },
  stakeId: { type: Schema.Types.ObjectId },
  idempotencyKey: { type: String },
  createdAt: { type: Date, required: true },
});
postingSchema.index(
  { onceKey: 1 },
  { unique: true, partialFilterExpression: { onceKey: { $exists: true } } },
);
// For the history of a wallet or pool, and the sums of `verify`. One leg of every posting is its member's wallet.
postingSchema.index({ 'legs.account': 1, createdAt: -1, _id: -1 });

/** Finds the postings of a member, by the index of their wallet. */
export const postingsOf = (memberId: ObjectId) => ({ 'legs.account': walletOf(memberId), memberId });

/** Counts the welcome grants of a network on a day (D37). */
export interface GrantCounter {
  _id: string;
  count: number;
  endsAt: Date;
}

export const grantCounterSchema = new Schema<GrantCounter>({
  _id: { type: String, required: true },
  count: { type: Number, required: true },
  endsAt: { type: Date, required: true },
});
grantCounterSchema.index({ endsAt: 1 }, { expireAfterSeconds: 0 });

declareMemberData(accountSchema, {
  traces: [
    {
      find: ({ id }) => ({ _id: walletOf(id) }),
      exported: { as: 'wallet', fields: { balance: 'balance' } },
      // It is empty by then, and its postings are moved to the account under the random id.
      erase: 'delete',
    },
    {
      find: ({ pandaId }) => ({ _id: pandaId ? poolOf(pandaId) : { $in: [] } }),
      exported: null,
      erase: 'delete',
    },
    {
      find: ({ id, pandaId }) => ({
        formerly: { $in: [walletOf(id), ...(pandaId ? [poolOf(pandaId)] : [])] },
      }),
      exported: null,
      erase: { set: { formerly: undefined } },
    },
  ],
  withheld: {
    _id: 'the member or the Panda',
    isConfirmed: 'said by the profile',
    staked: 'the sum of the stakes',
    formerly: 'only while the member is being erased',
  },
});

declareMemberData(postingSchema, {
  traces: [
    {
      find: ({ id }) => postingsOf(id),
      exported: {
        as: 'ledger',
        fields: {
          id: '_id',
          kind: 'kind',
          stakeId: 'stakeId',
          legs: {
            of: 'legs',
            // The balances of other accounts are private.
            value: ({ legs }, { memberId }) =>
              legs.map(({ account, amount, balanceAfter }) =>
                account === walletOf(memberId) ? { account, amount, balanceAfter } : { account, amount },
              ),
          },
          createdAt: 'createdAt',
        },
      },
      erase: {
        set: { idempotencyKey: undefined, stakeId: undefined },
        replaceIdIn: ['memberId', 'legs', 'onceKey'],
      },
    },
    {
      // Other members' stakes on the Panda: the postings are theirs, only the pool's name is erased.
      find: ({ pandaId }) => ({ 'legs.account': pandaId ? poolOf(pandaId) : { $in: [] } }),
      exported: null,
      erase: { replaceIdIn: ['legs'] },
    },
  ],
  withheld: {
    memberId: 'the member',
    onceKey: 'the kind and the member again',
    idempotencyKey: 'drawn by the browser',
  },
});

declareNoMemberData(grantCounterSchema, 'Counts a network by a hash, for a day.');
