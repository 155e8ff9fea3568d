import type { MatchAnswer, MatchStatus } from '@frens/contract/choices';
import { limits } from '@frens/contract/limits';
import { day } from '../../clock.ts';
import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import type { MatchDoc } from './match.model.ts';

/** Introductions made before this moment have expired and make nobody visible any more (D16, D25). */
export function openSince(now: Date): Date {
  return new Date(now.getTime() - limits.matches.openDays * day);
}

/** Declines after this moment prevent new introductions of the same pair (D25). */
export function cooldownStart(now: Date): Date {
  return new Date(now.getTime() - serverLimits.matches.barredDays * day);
}

/** Whether an introduction still waits for answers. */
export function isOpen({ status, createdAt }: Pick<MatchDoc, 'status' | 'createdAt'>, now: Date): boolean {
  return status === 'pending' && createdAt > openSince(now);
}

/** The status that all three members see: declined, withdrawn and expired introductions look alike (D25). */
export function statusOf(match: Pick<MatchDoc, 'status' | 'createdAt'>, now: Date): MatchStatus {
  if (match.status === 'accepted') return 'accepted';
  return isOpen(match, now) ? 'pending' : 'closed';
}

type Answered = Pick<MatchDoc, 'user1Id' | 'answer1' | 'answer2'>;

/** The name of the field with a party's answer. */
export function answerField({ user1Id }: Pick<MatchDoc, 'user1Id'>, memberId: ObjectId) {
  return user1Id.equals(memberId) ? ('answer1' as const) : ('answer2' as const);
}

/** A party's answer. */
export function answerOf(match: Answered, memberId: ObjectId): MatchAnswer | null {
  return match[answerField(match, memberId)];
}

/** Why a matchmaker cannot introduce a pair at the moment; null if they can (D25). */
export function cooldownOf(
  matches: ReadonlyArray<Pick<MatchDoc, 'status' | 'createdAt' | 'closedAt' | 'matchmakerId'>>,
  matchmakerId: ObjectId,
  now: Date,
): 'alreadySuggested' | 'recentlySuggested' | null {
  const open = matches.filter((match) => isOpen(match, now));
  if (open.some((match) => match.matchmakerId.equals(matchmakerId))) return 'alreadySuggested';
  const since = cooldownStart(now);
  const wasDeclined = matches.some(
    ({ status, closedAt }) => status === 'declined' && closedAt !== null && closedAt > since,
  );
  return wasDeclined || open.length >= serverLimits.matches.openPerPair ? 'recentlySuggested' : null;
}
