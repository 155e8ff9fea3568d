import { z } from 'zod';
import { perHour } from './call-limits.ts';
import { endpoint } from './endpoint.ts';
import { Amount, Bamboo, Id, Time } from './fields.ts';
import { limits } from './limits.ts';
import { Panda } from './pandas.ts';

export const Stake = z.object({
  id: Id,
  pandaId: Id,
  /** `anonymous` when the staker does not show activity (D17) or may not be seen by the caller. */
  stakerId: z.string(),
  /** What the staker is called; null for who is anonymous. */
  stakerName: z.string().nullable(),
  /** Names the staker's page; null for who is anonymous. */
  stakerUsername: z.string().nullable(),
  amount: Bamboo,
  createdAt: Time,
});

export const StakeBody = z.object({
  pandaId: z
    .string({ error: 'validation.pandaId' })
    .min(1, 'validation.pandaId')
    .max(64, 'validation.pandaId'),
  amount: Amount,
});

export const stakeEndpoints = {
  'GET /api/pandas/:id/stakes': endpoint({ response: z.array(Stake) }),
  'POST /api/stake-bamboo': endpoint({
    access: 'complete',
    status: 201,
    limits: [perHour(limits.stakes.perHour)],
    body: StakeBody,
    invalidCodes: { amount: 'invalid_amount' },
    response: z.object({ stake: Stake, balance: Bamboo, panda: Panda }),
  }),
};

export type Stake = z.output<typeof Stake>;
