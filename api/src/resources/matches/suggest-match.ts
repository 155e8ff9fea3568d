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
import { cooldownOf } from './match.policy.ts';

interface Suggestion extends Pick<ParsedBody<'POST /api/matches'>, 'message'> {
  user1Id: ObjectId;
  user2Id: ObjectId;
}

/** Lock keys for an introduction: it counts the open introductions of the same pair. */
export function suggestionLocks(matchmaker: User, { user1Id, user2Id }: Suggestion): string[] {
  return [`pair:${pairOf(user1Id, user2Id)}`, ...[matchmaker._id, user1Id, user2Id].map(memberKey)];
}

/**
 * Introduces a friend to somebody, in the caller's transaction (D25).
 *
 * @throws 400 unless the three members are different; 403 for a member who is no friend, or not open to introductions; 404 for an
 * invisible member, or a block between the two; 409 for two who are friends, or in a cooldown
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
  const shown = await findVisible(services, matchmaker, friend);
  const shownCandidate = await findVisible(services, matchmaker, candidate);
  if (!friend || !candidate || !shown || !shownCandidate) throw notFound();
  if (shown.relation !== 'friend') throw forbidden(errorCodes.notYourFriend);
  if (await hasBlockBetween(services, user1Id, user2Id)) throw notFound();
  const mayMeet = canBeIntroduced(friend) && canBeIntroduced(candidate);
  if (!mayMeet || !showsMatchmakerTo(matchmaker, shownCandidate.relation === 'friend'))
    throw forbidden(errorCodes.suggestionsClosed);
  if ((await findFriends(services, user1Id, [user2Id])).size > 0) throw conflict(errorCodes.alreadyConnected);
  // Concurrent introductions of the two, blocks and account deletions write these documents, too, and conflict.
  await Users.updateMany({ _id: { $in: [user1Id, user2Id] } }, { $inc: { countedActs: 1 } });
  const now = clock.now();
  const cooldown = cooldownOf(await loadCooldowns(services, [pair]), matchmaker._id, now);
  if (cooldown) throw conflict(errorCodes[cooldown]);

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

/** Whether a member can be introduced to a stranger: they allow introductions, and the stranger would see them (D16, D17). */
export function canBeIntroduced({ privacy }: Pick<User, 'privacy'>): boolean {
  return privacy.matchSuggestionsEnabled && isVisible(privacy, 'related');
}

/** Whether an introduced member would see the matchmaker (D16). */
export function showsMatchmakerTo({ privacy }: Pick<User, 'privacy'>, isFriend: boolean): boolean {
  return isVisible(privacy, isFriend ? 'friend' : 'related');
}
