import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Bamboo, Id, PageQuery, SearchText, Time } from './fields.ts';
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

export const PandaContent = z.object({
  id: Id,
  type: z.enum(['post', 'review', 'milestone']),
  content: z.string(),
  createdAt: Time,
  engagementScore: z.string().regex(/^\d+\.\d$/),
  metadata: z.object({ tags: z.array(z.string()) }),
  isMine: z.boolean(),
});

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
  /** The drawing of a Panda: `<id>.svg`, with its version as `v` in the addresses that answers name (D42). */
  'GET /media/pandas/:file': endpoint({
    access: 'public',
    query: z.object({ v: z.string().optional() }),
    answer: { kind: 'file', types: ['image/svg+xml'] },
  }),
  'GET /api/pandas/:id': endpoint({ response: Panda }),
  'GET /api/pandas/:id/content': endpoint({ query: PageQuery, response: z.array(PandaContent), paged: true }),
};

export type Panda = z.output<typeof Panda>;
export type PandaContent = z.output<typeof PandaContent>;
