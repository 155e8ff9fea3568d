import { z } from 'zod';
import { perHour } from './call-limits.ts';
import { endpoint } from './endpoint.ts';
import { Amount, Bamboo, Id, PageQuery, Time } from './fields.ts';
import { limits } from './limits.ts';
import { Panda } from './pandas.ts';

export const Stake = z.object({
  id: Id,
  pandaId: Id,
  /** A six-letter alias derived from staker and Panda, if the staker hides their activity (D17) or is hidden from the caller (D73). */
  stakerId: z.string(),
  /** The staker's name; null if anonymous. */
  stakerName: z.string().nullable(),
  /** The staker's username, for the link to their page; null if anonymous. */
  stakerUsername: z.string().nullable(),
  /** The staker's picture, empty without one; null if anonymous. */
  stakerImage: z.string().nullable(),
  /** The staker's Panda, their avatar without a picture; null if none or anonymous. */
  stakerPandaId: Id.nullable(),
  /** URL of its drawing. */
  stakerPandaImage: z.string().nullable(),
  amount: Bamboo,
  createdAt: Time,
});

/** The caller's stake. */
export const OwnStake = z.object({
  id: Id,
  /** Null while the Panda is hidden, because its owner's deletion is pending. */
  panda: Panda.pick({ id: true, name: true, imageUrl: true }).nullable(),
  amount: Bamboo,
  createdAt: Time,
  /** When it can be withdrawn (D36). */
  unlocksAt: Time,
  /** Whether that time is in the future, by the server's clock. */
  isLocked: z.boolean(),
});

export const UnstakeBody = z.object({
  /** Default: the whole stake. */
  amount: Amount.optional(),
  /** Also ends memberships for which the remaining stake is too small (D31). */
  confirm: z.boolean({ error: 'validation.switch' }).default(false),
});

export const StakeBody = z.object({
  pandaId: z
    .string({ error: 'validation.pandaId' })
    .min(1, 'validation.pandaId')
    .max(64, 'validation.pandaId'),
  amount: Amount,
});

export const stakeEndpoints = {
  'GET /api/pandas/:id/stakes': endpoint({ response: z.array(Stake), refuses: ['404 not_found'] }),
  'POST /api/stake-bamboo': endpoint({
    access: 'complete',
    status: 201,
    limits: [perHour(limits.stakes.perHour)],
    body: StakeBody,
    invalidCodes: { amount: 'invalid_amount' },
    response: z.object({ stake: Stake, balance: Bamboo, panda: Panda }),
    refuses: ['404 not_found', '409 insufficient_bamboo'],
  }),
  'GET /api/stakes': endpoint({ query: PageQuery, response: z.array(OwnStake), paged: true }),
  'POST /api/stakes/:id/unstake': endpoint({
    limits: [perHour(limits.stakes.withdrawalsPerHour)],
    body: UnstakeBody,
    invalidCodes: { amount: 'invalid_amount' },
    response: z.object({
      /** The remaining stake; null if none. */
      stake: OwnStake.nullable(),
      balance: Bamboo,
      staked: Bamboo,
      /** The Panda's current state; null while hidden. */
      panda: Panda.nullable(),
    }),
    refuses: ['404 not_found', '409 stake_locked', '409 more_than_staked', '409 circles_affected'],
  }),
};

export type Stake = z.output<typeof Stake>;
export type OwnStake = z.output<typeof OwnStake>;
