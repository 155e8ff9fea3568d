import { z } from 'zod';
import { ofDone, perDay } from './call-limits.ts';
import { matchAnswers, matchStatuses } from './choices.ts';
import { endpoint } from './endpoint.ts';
import { Id, PageQuery, Time, text } from './fields.ts';
import { limits } from './limits.ts';
import { PublicUser } from './members.ts';
import { traitNames } from './panda-scoring.ts';

/** Why two frens may get on, from information that the matchmaker can see. */
export const MatchReason = z.discriminatedUnion('kind', [
  /** Friends of the matchmaker who are friends of both. */
  z.object({ kind: z.literal('friends'), count: z.int().positive(), name: z.string() }),
  /** Their rarest shared interest. */
  z.object({ kind: z.literal('interest'), name: z.string() }),
  z.object({ kind: z.literal('location'), name: z.string() }),
  /** The leading trait of both Pandas. */
  z.object({ kind: z.literal('trait'), trait: z.enum(traitNames) }),
  z.object({ kind: z.literal('circles'), count: z.int().positive(), name: z.string() }),
]);

export const MatchCandidate = z.object({ user: PublicUser, reasons: z.array(MatchReason) });

/** An introduction as one of the two sees it. It reveals the other's answer only once both have accepted (D25). */
export const ReceivedMatch = z.object({
  id: Id,
  user1Id: Id,
  user2Id: Id,
  other: PublicUser,
  matchmaker: PublicUser,
  message: z.string(),
  status: z.enum(matchStatuses),
  myAnswer: z.enum(matchAnswers).nullable(),
  createdAt: Time,
});

/** An introduction as its matchmaker sees it; a member who is no longer visible to them is null. */
export const MadeMatch = z.object({
  id: Id,
  user1Id: Id,
  user2Id: Id,
  user1: PublicUser.nullable(),
  user2: PublicUser.nullable(),
  message: z.string(),
  status: z.enum(matchStatuses),
  createdAt: Time,
});

const memberId = z.string({ error: 'validation.friendId' }).min(1, 'validation.friendId');

export const CreateMatchBody = z.object({
  /** The caller's friend. */
  user1Id: memberId.max(64, 'validation.friendId'),
  user2Id: memberId.max(64, 'validation.friendId'),
  message: text({ max: limits.matchMessage.max, lines: true }).optional(),
  status: z.literal('pending', { error: 'validation.matchStatus' }).optional(),
});

export const matchEndpoints = {
  'POST /api/matches': endpoint({
    access: 'complete',
    status: 201,
    limits: [ofDone(perDay(limits.matches.perDay))],
    body: CreateMatchBody,
    response: MadeMatch,
  }),
  /** Introductions of the caller to somebody. */
  'GET /api/matches': endpoint({ query: PageQuery, response: z.array(ReceivedMatch), paged: true }),
  /** Introductions that the caller made. */
  'GET /api/matches/matchmaker': endpoint({ query: PageQuery, response: z.array(MadeMatch), paged: true }),
  'GET /api/matches/candidates': endpoint({
    query: z.object({ friendId: memberId.max(64, 'validation.friendId') }),
    response: z.array(MatchCandidate),
  }),
  'POST /api/matches/:id/accept': endpoint({ access: 'complete', response: ReceivedMatch }),
  'POST /api/matches/:id/decline': endpoint({ response: ReceivedMatch }),
  /** Withdraws a pending introduction; matchmaker only. */
  'DELETE /api/matches/:id': endpoint({ status: 204 }),
};

export type MatchReason = z.output<typeof MatchReason>;
export type MatchCandidate = z.output<typeof MatchCandidate>;
export type ReceivedMatch = z.output<typeof ReceivedMatch>;
export type MadeMatch = z.output<typeof MadeMatch>;
