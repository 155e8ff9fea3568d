import { ledgerKinds } from '@frens/contract/choices';
import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData, declareNoMemberData } from '../../database/member-data.ts';

/**
 * What an account holds, in hundredths: `wallet:<member>` or `pool:<panda>`. The treasury has no document: everybody
 * would write it, and what it holds is minus the sum of all others (docs/decisions/0040).
 */
export interface Account {
  _id: string;
  balance: number;
  /**
   * Of wallets: the holder has confirmed their address, so what they stake counts in quotients (D7). Kept here because
   * every stake writes this document: a stake and a confirmation at the same time meet, and the later one knows both.
   */
  isConfirmed?: boolean;
  /** Of wallets: what the holder has in open stakes, moved with each of them; absent before the first. */
  staked?: number;
  /** While its member is being erased: the name that some of its postings still have (D46). Both are empty by then. */
  formerly?: string;
}

/** The account that a member's BAMBOO is in. */
export const walletOf = (memberId: ObjectId) => `wallet:${String(memberId)}`;
/** The account that the stakes in a Panda are in. */
export const poolOf = (pandaId: ObjectId) => `pool:${String(pandaId)}`;
/** The Panda of a pool, by the name of its account; null for any other account. */
export const pandaOfPool = (account: string) => /^pool:(.+)$/.exec(account)?.[1] ?? null;

export const accountSchema = new Schema<Account>(
  {
    _id: { type: String, required: true },
    balance: { type: Number, required: true },
    isConfirmed: { type: Boolean },
    staked: { type: Number },
    formerly: { type: String },
  },
  { versionKey: false },
);
accountSchema.index({ formerly: 1 }, { sparse: true });

/** Members who are there meet all but the last. */
export const postingKinds = [...ledgerKinds, 'erase'] as const;
export type PostingKind = (typeof postingKinds)[number];

/** One movement of BAMBOO: never changed, never deleted, its legs sum to zero (D35). */
export interface Posting {
  _id: ObjectId;
  kind: PostingKind;
  memberId: ObjectId;
  legs: Array<{ account: string; amount: number; balanceAfter: number | null }>;
  /** Set on grants that a member gets once (D37). */
  onceKey?: string;
  /** The stake that moved. */
  stakeId?: ObjectId;
  /** Of the request that caused it. */
  idempotencyKey?: string;
  createdAt: Date;
}

export const postingSchema = new Schema<Posting>(
  {
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
  },
  { versionKey: false },
);
postingSchema.index(
  { onceKey: 1 },
  { unique: true, partialFilterExpression: { onceKey: { $exists: true } } },
);
// How an account has moved, a wallet or the pool of a Panda, and what `verify` sums up. One leg of every posting is its member's wallet.
postingSchema.index({ 'legs.account': 1, createdAt: -1, _id: -1 });

/** Finds the postings of a member, by the index of their wallet. */
export const postingsOf = (memberId: ObjectId) => ({ 'legs.account': walletOf(memberId), memberId });

/** How many welcome grants a network got on a day (D37). */
export interface GrantCounter {
  _id: string;
  count: number;
  endsAt: Date;
}

export const grantCounterSchema = new Schema<GrantCounter>(
  {
    _id: { type: String, required: true },
    count: { type: Number, required: true },
    endsAt: { type: Date, required: true },
  },
  { versionKey: false },
);
grantCounterSchema.index({ endsAt: 1 }, { expireAfterSeconds: 0 });

declareMemberData(accountSchema, {
  traces: [
    {
      find: ({ id }) => ({ _id: walletOf(id) }),
      exported: { as: 'wallet', fields: { balance: 'balance' } },
      // By then it is empty and its postings have passed to one under the random id.
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
            // What others hold is theirs.
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
      // What others put on the member's Panda and got back: theirs, but for the name of the pool.
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
