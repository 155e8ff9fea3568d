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
 * An introduction that a member is one of the two of, and that is shown to them.
 *
 * @throws 404 for everybody else, and where the other one or the matchmaker is not there for the member any more (D16)
 */
async function ownMatch(services: Services, member: User, id: ObjectId): Promise<MatchDoc> {
  const match = await services.db.models.Match.findById(id).lean();
  const isParty = match && (match.user1Id.equals(member._id) || match.user2Id.equals(member._id));
  if (!isParty) throw notFound();
  const [shown] = await presentReceived(services, member, [match]);
  if (!shown) throw notFound();
  return match;
}

/** Whose lines an answer waits in: a second yes begins a friendship, and moves what is the matchmaker's. */
export async function answerLocks(services: Services, member: User, id: ObjectId): Promise<string[]> {
  const { pair, user1Id, user2Id, matchmakerId } = await ownMatch(services, member, id);
  const members = await friendshipKeys(services, [user1Id, user2Id, matchmakerId]);
  return [`match:${String(id)}`, `pair:${pair}`, walletOf(matchmakerId), ...members];
}

/**
 * Says yes or no to an introduction, in the caller's transaction (D25). A yes stays secret until the other one says it too: then both are
 * friends and the matchmaker is thanked. A no closes it. Who has said yes may still say no while it waits.
 *
 * @throws 404 for who is not one of the two, 409 when it does not wait any more
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
  // What others suggested of the same two has come about.
  await Match.updateMany({ pair, status: 'pending' }, { $set: { status: 'withdrawn', closedAt: now } });
  await rewardMatchmaker(services, match);
  const told: Fact = { kind: 'suggestionAccepted', recipientId: member._id, actorId: other, subjectId: id };
  await notify(services, [
    { kind: 'introductionMade', recipientId: matchmakerId, actorId: user1Id, subjectId: id },
    { kind: 'suggestionAccepted', recipientId: other, actorId: member._id, subjectId: id },
    told,
  ]);
  // Whoever says the second yes hears it from the answer.
  await readFact(services, told);
}

/**
 * The matchmaker takes an introduction back while it waits; nobody is told (D25).
 *
 * @throws 404 for everybody else, 409 when it does not wait any more
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
