import type { MatchAnswer } from '@frens/contract';
import type { ObjectId } from '../../database/ids.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { makeFriends } from '../connections/make-friends.ts';
import type { User } from '../members/user.model.ts';
import { type Fact, notify, readFact } from '../notification-dispatch/notify.ts';
import { friendshipKeys } from '../quotient/count-friendship.ts';
import { walletOf } from '../wallet/ledger.ts';
import { presentReceived } from './list-matches.ts';
import type { MatchDoc } from './match.model.ts';
import { answerField, answerOf, isOpen, openSince } from './match.policy.ts';
import { rewardMatchmaker } from './reward-matchmaker.ts';

/**
 * Reads an introduction that involves the member as a party and that they can see.
 *
 * @throws 404 for anybody else, and when the other party or the matchmaker is invisible to the member by now (D16)
 */
async function ownMatch(services: Services, member: User, id: ObjectId): Promise<MatchDoc> {
  const match = await services.db.models.Match.findById(id).lean();
  const isParty = match && (match.user1Id.equals(member._id) || match.user2Id.equals(member._id));
  if (!isParty) throw notFound();
  const [shown] = await presentReceived(services, member, [match]);
  if (!shown) throw notFound();
  return match;
}

/** Lock keys for an answer: the second acceptance creates a friendship and pays the matchmaker. */
export async function answerLocks(services: Services, member: User, id: ObjectId): Promise<string[]> {
  const { pair, user1Id, user2Id, matchmakerId } = await ownMatch(services, member, id);
  const members = await friendshipKeys(services, [user1Id, user2Id, matchmakerId]);
  return [`match:${String(id)}`, `pair:${pair}`, walletOf(matchmakerId), ...members];
}

/**
 * Accepts or declines an introduction, in the caller's transaction (D25). An acceptance stays secret until the other party accepts as
 * well: then both become friends and the matchmaker is rewarded. A decline closes it, also after the member's own acceptance.
 *
 * @throws 404 for anybody but the two parties, 409 when the introduction is closed
 */
export async function answerMatch(
  services: Services,
  member: User,
  id: ObjectId,
  answer: MatchAnswer,
): Promise<void> {
  const { db, clock } = services;
  const { Match } = db.models;
  const now = clock.now();
  const match = await ownMatch(services, member, id);
  if (!isOpen(match, now)) throw conflict();
  if (answerOf(match, member._id) === answer) return;
  const { user1Id, user2Id, matchmakerId, pair } = match;
  const other = user1Id.equals(member._id) ? user2Id : user1Id;
  const own = { [answerField(match, member._id)]: answer };
  const isSecondYes = answer === 'accepted' && answerOf(match, other) === 'accepted';
  const closes = isSecondYes || answer === 'declined';
  const end = closes ? { status: answer, closedAt: now } : {};
  const { matchedCount } = await Match.updateOne(
    { _id: id, status: 'pending', createdAt: { $gt: openSince(now) } },
    { $set: { ...own, ...end } },
  );
  if (matchedCount === 0) throw conflict();
  await readFact(services, {
    kind: 'suggestion',
    recipientId: member._id,
    actorId: matchmakerId,
    subjectId: id,
  });
  if (!isSecondYes) return;
  await makeFriends(services, [user1Id, user2Id]);
  // Close the open introductions of the same pair by other matchmakers.
  await Match.updateMany({ pair, status: 'pending' }, { $set: { status: 'withdrawn', closedAt: now } });
  await rewardMatchmaker(services, match);
  const fact: Fact = { kind: 'suggestionAccepted', recipientId: member._id, actorId: other, subjectId: id };
  await notify(services, [
    { kind: 'introductionMade', recipientId: matchmakerId, actorId: user1Id, subjectId: id },
    { kind: 'suggestionAccepted', recipientId: other, actorId: member._id, subjectId: id },
    fact,
  ]);
  // Mark it as read: the answer of this call tells the member already.
  await readFact(services, fact);
}

/**
 * Withdraws an open introduction on behalf of its matchmaker. Nobody is notified (D25).
 *
 * @throws 404 for anybody but the matchmaker, 409 when the introduction is closed
 */
export async function withdrawMatch({ db, clock }: Services, member: User, id: ObjectId): Promise<void> {
  const { Match } = db.models;
  const own = { _id: id, matchmakerId: member._id };
  if (!(await Match.exists(own))) throw notFound();
  const now = clock.now();
  const { matchedCount } = await Match.updateOne(
    { ...own, status: 'pending', createdAt: { $gt: openSince(now) } },
    { $set: { status: 'withdrawn', closedAt: now } },
  );
  if (matchedCount === 0) throw conflict();
}
