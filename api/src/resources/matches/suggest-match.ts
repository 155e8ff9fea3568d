import type { ParsedBody } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { isVisible } from '@frens/contract/visibility';
import { newId, type ObjectId } from '../../database/ids.ts';
import { conflict, forbidden, invalidField, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { pairOf } from '../connections/connection.model.ts';
import { findFriends } from '../connections/connections.ts';
import { memberKey, type User } from '../members/user.model.ts';
import { notify } from '../notification-dispatch/notify.ts';
import { hasBlockBetween } from '../visibility/find-blocked.ts';
import { findVisible } from '../visibility/visibility.ts';
import { loadCooldowns } from './load-cooldowns.ts';
import { barOf } from './match.policy.ts';

interface Suggestion extends Pick<ParsedBody<'POST /api/matches'>, 'message'> {
  user1Id: ObjectId;
  user2Id: ObjectId;
}

/** Whose lines an introduction waits in: it counts what others make of the same two. */
export function suggestionLocks(matchmaker: User, { user1Id, user2Id }: Suggestion): string[] {
  return [`pair:${pairOf(user1Id, user2Id)}`, ...[matchmaker._id, user1Id, user2Id].map(memberKey)];
}

/**
 * Introduces a friend to somebody, in the caller's transaction (D25).
 *
 * @throws 400 for fewer than three members, 403 for who is no friend or open to no introductions, 404 for who is not seen or kept apart by
 * a block, 409 for two who are friends, were introduced by the caller, or said no not long ago
 */
export async function suggestMatch(
  services: Services,
  matchmaker: User,
  { user1Id, user2Id, message = '' }: Suggestion,
): Promise<ObjectId> {
  const { db, clock } = services;
  const { Match, User: Users } = db.models;
  const pair = pairOf(user1Id, user2Id);
  if (matchmaker._id.equals(user1Id)) throw invalidField('user1Id', 'validation.matchSelf');
  if (matchmaker._id.equals(user2Id) || user1Id.equals(user2Id))
    throw invalidField('user2Id', 'validation.matchSelf');

  const [friend, candidate] = [await Users.findById(user1Id).lean(), await Users.findById(user2Id).lean()];
  const seen = await findVisible(services, matchmaker, friend);
  const seenCandidate = await findVisible(services, matchmaker, candidate);
  if (!friend || !candidate || !seen || !seenCandidate) throw notFound();
  if (seen.relation !== 'friend') throw forbidden(errorCodes.notYourFriend);
  if (await hasBlockBetween(services, user1Id, user2Id)) throw notFound();
  const mayMeet = canBeIntroduced(friend) && canBeIntroduced(candidate);
  if (!mayMeet || !showsMatchmakerTo(matchmaker, seenCandidate.relation === 'friend'))
    throw forbidden(errorCodes.suggestionsClosed);
  if ((await findFriends(services, user1Id, [user2Id])).size > 0) throw conflict(errorCodes.alreadyConnected);
  // Whoever introduces the same two, blocks or ends an account at this very moment writes here too.
  await Users.updateMany({ _id: { $in: [user1Id, user2Id] } }, { $inc: { countedActs: 1 } });
  const now = clock.now();
  const bar = barOf(await loadCooldowns(services, [pair]), matchmaker._id, now);
  if (bar) throw conflict(errorCodes[bar]);

  const _id = newId();
  await Match.create({
    _id,
    matchmakerId: matchmaker._id,
    user1Id,
    user2Id,
    pair,
    pairs: [pair, pairOf(matchmaker._id, user1Id), pairOf(matchmaker._id, user2Id)],
    message,
    status: 'pending',
    answer1: null,
    answer2: null,
    isThanked: false,
    createdAt: now,
    closedAt: null,
  });
  const fact = { kind: 'suggestion', actorId: matchmaker._id, subjectId: _id } as const;
  await notify(
    services,
    [user1Id, user2Id].map((recipientId) => ({ ...fact, recipientId })),
  );
  return _id;
}

/** Whether a member may be introduced to somebody who is nothing to them yet: they want to, and would be seen (D16, D17). */
export function canBeIntroduced({ privacy }: Pick<User, 'privacy'>): boolean {
  return privacy.matchSuggestionsEnabled && isVisible(privacy, 'related');
}

/** Whether somebody who is introduced would be told by whom (D16). */
export function showsMatchmakerTo({ privacy }: Pick<User, 'privacy'>, isFriend: boolean): boolean {
  return isVisible(privacy, isFriend ? 'friend' : 'related');
}
