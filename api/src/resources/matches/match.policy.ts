import type { MatchAnswer, MatchStatus } from '@frens/contract/choices';
import { limits } from '@frens/contract/limits';
import { day } from '../../clock.ts';
import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import type { MatchDoc } from './match.model.ts';

/** Introductions made before this moment have expired, and tie nobody any more (D16, D25). */
export function openSince(now: Date): Date {
  return new Date(now.getTime() - limits.matches.openDays * day);
}

/** A no after this moment bars the same two from being introduced (D25). */
export function barredSince(now: Date): Date {
  return new Date(now.getTime() - serverLimits.matches.barredDays * day);
}

/** Whether an introduction waits for answers. */
export function isOpen({ status, createdAt }: Pick<MatchDoc, 'status' | 'createdAt'>, now: Date): boolean {
  return status === 'pending' && createdAt > openSince(now);
}

/** The status as all three are told it: a no, a withdrawal and an end by time look alike (D25). */
export function statusOf(match: Pick<MatchDoc, 'status' | 'createdAt'>, now: Date): MatchStatus {
  if (match.status === 'accepted') return 'accepted';
  return isOpen(match, now) ? 'pending' : 'closed';
}

type Answered = Pick<MatchDoc, 'user1Id' | 'answer1' | 'answer2'>;

/** Which of the two fields holds the answer of one of the two. */
export function answerField({ user1Id }: Pick<MatchDoc, 'user1Id'>, memberId: ObjectId) {
  return user1Id.equals(memberId) ? ('answer1' as const) : ('answer2' as const);
}

/** What one of the two said. */
export function answerOf(match: Answered, memberId: ObjectId): MatchAnswer | null {
  return match[answerField(match, memberId)];
}

/** Whether the two may not be introduced by a matchmaker, and why (D25). */
export function barOf(
  matches: ReadonlyArray<Pick<MatchDoc, 'status' | 'createdAt' | 'closedAt' | 'matchmakerId'>>,
  matchmakerId: ObjectId,
  now: Date,
): 'alreadySuggested' | 'recentlySuggested' | null {
  const open = matches.filter((match) => isOpen(match, now));
  if (open.some((match) => match.matchmakerId.equals(matchmakerId))) return 'alreadySuggested';
  const since = barredSince(now);
  const saidNo = matches.some(
    ({ status, closedAt }) => status === 'declined' && closedAt !== null && closedAt > since,
  );
  return saidNo || open.length >= serverLimits.matches.openPerPair ? 'recentlySuggested' : null;
}
