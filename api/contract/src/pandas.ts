import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Amount, Bamboo, Id, PageQuery, SearchText, Time } from './fields.ts';
import { PublicUser } from './members.ts';

/** FQ as decimal text with one decimal. */
const Quotient = z.string().regex(/^\d+\.\d$/);

export const Panda = z.object({
  id: Id,
  name: z.string(),
  imageUrl: z.string(),
  traits: z.record(z.string(), z.number().int()),
  totalBambooStaked: Bamboo,
  frenQuotient: Quotient,
  /** How the quotient is made up (D38); before it is capped, the parts add up to it, give or take rounding. */
  frenQuotientParts: z.object({
    quiz: Quotient,
    staked: Quotient,
    backers: Quotient,
    connections: Quotient,
    matches: Quotient,
  }),
  uniqueBackers: z.number().int(),
  aiPersonality: z.object({ tone: z.string(), quirks: z.array(z.string()) }),
  /** Null for callers who may not see the owner (D16). */
  owner: PublicUser.pick({ id: true, username: true, name: true, profileImage: true }).nullable(),
  isMine: z.boolean(),
  createdAt: Time,
});

export const Stake = z.object({
  id: Id,
  pandaId: Id,
  /** `anonymous` when the staker does not show activity (D17) or may not be seen by the caller. */
  stakerId: z.string(),
  amount: Bamboo,
  createdAt: Time,
});

export const PandaContent = z.object({
  id: Id,
  type: z.enum(['post', 'review', 'milestone']),
  content: z.string(),
  createdAt: Time,
  engagementScore: z.string().regex(/^\d+\.\d$/),
  metadata: z.object({ tags: z.array(z.string()) }),
});

export const StakeBody = z.object({
  pandaId: z
    .string({ error: 'validation.pandaId' })
    .min(1, 'validation.pandaId')
    .max(64, 'validation.pandaId'),
  amount: Amount,
});

export const Wallet = z.object({ balance: Bamboo, staked: Bamboo });

export const PandaListQuery = PageQuery.extend({
  /** Part of the name, ignoring case and accents (D65). */
  q: SearchText,
});

export const pandaEndpoints = {
  'GET /api/pandas': endpoint({
    access: 'public',
    query: PandaListQuery,
    response: z.array(Panda),
    paged: true,
  }),
  'GET /api/pandas/:id': endpoint({ response: Panda }),
  'GET /api/pandas/:id/stakes': endpoint({ response: z.array(Stake) }),
  'GET /api/pandas/:id/content': endpoint({ query: PageQuery, response: z.array(PandaContent), paged: true }),
  'POST /api/stake-bamboo': endpoint({
    status: 201,
    body: StakeBody,
    invalidCodes: { amount: 'invalid_amount' },
    response: z.object({ stake: Stake, balance: Bamboo, panda: Panda }),
  }),
  'GET /api/wallet': endpoint({ response: Wallet }),
};

export type Panda = z.output<typeof Panda>;
export type Stake = z.output<typeof Stake>;
export type PandaContent = z.output<typeof PandaContent>;
export type Wallet = z.output<typeof Wallet>;
