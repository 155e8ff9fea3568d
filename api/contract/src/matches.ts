import { z } from 'zod';
import { ofDone, perDay } from './call-limits.ts';
import { matchAnswers, matchStatuses } from './choices.ts';
import { endpoint } from './endpoint.ts';
import { Id, PageQuery, Time, text } from './fields.ts';
import { limits } from './limits.ts';
import { PublicUser } from './members.ts';
import { MatchReasons } from './reasons.ts';

export const MatchCandidate = z.object({ user: PublicUser, reasons: MatchReasons });

/** A friend of the caller with candidates for an introduction, best matches first (D26). */
export const FriendCandidates = z.object({
  friend: PublicUser,
  /** Null if they want no introductions. */
  candidates: z.array(MatchCandidate).nullable(),
});

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
    refuses: [
      '403 not_your_friend',
      '403 suggestions_closed',
      '404 not_found',
      '409 already_connected',
      '409 already_suggested',
      '409 recently_suggested',
    ],
  }),
  /** Introductions of the caller to others. */
  'GET /api/matches': endpoint({ query: PageQuery, response: z.array(ReceivedMatch), paged: true }),
  /** Introductions that the caller made. */
  'GET /api/matches/matchmaker': endpoint({ query: PageQuery, response: z.array(MadeMatch), paged: true }),
  /** For the newest friends, in pages of at most `limits.matches.friends`; with `friendId` for that friend. */
  'GET /api/matches/candidates': endpoint({
    query: PageQuery.extend({ friendId: memberId.max(64, 'validation.friendId').optional() }),
    response: z.array(FriendCandidates),
    paged: true,
    refuses: ['403 not_your_friend', '404 not_found'],
  }),
  'POST /api/matches/:id/accept': endpoint({
    access: 'complete',
    response: ReceivedMatch,
    refuses: ['404 not_found', '409 conflict'],
  }),
  'POST /api/matches/:id/decline': endpoint({
    response: ReceivedMatch,
    refuses: ['404 not_found', '409 conflict'],
  }),
  /** Withdraws a pending introduction; matchmaker only. */
  'DELETE /api/matches/:id': endpoint({ status: 204, refuses: ['404 not_found', '409 conflict'] }),
};

export type FriendCandidates = z.output<typeof FriendCandidates>;
export type MatchCandidate = z.output<typeof MatchCandidate>;
export type ReceivedMatch = z.output<typeof ReceivedMatch>;
export type MadeMatch = z.output<typeof MadeMatch>;
