import { newId, type ObjectId } from '../../database/ids.ts';
import { invalidField } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { notEnded } from '../circles/circle.model.ts';
import { pairOf } from '../connections/connection.model.ts';
import { takeBack } from '../connections/respond-to-request.ts';
import type { User } from '../members/user.model.ts';
import { friendshipKeys } from '../quotient/count-friendship.ts';
import { findVisible } from '../visibility/visibility.ts';

/** What blocking writes and asking or answering may write at the same time. */
export async function blockLocks(
  services: Services,
  blockerId: ObjectId,
  blockedId: ObjectId,
): Promise<string[]> {
  const pair = `pair:${pairOf(blockerId, blockedId)}`;
  return [pair, ...(await friendshipKeys(services, [blockerId, blockedId]))];
}

/**
 * Hides two members from each other everywhere and ends what is between them (D23). Whoever is not there, or not for the blocker, is
 * blocked all the same, so that the answer tells nothing of them. A second time changes nothing.
 *
 * @throws 400 for oneself
 */
export async function blockMember(services: Services, blocker: User, blockedId: ObjectId): Promise<void> {
  const { db, clock } = services;
  const { Block, User: Users } = db.models;
  if (blockedId.equals(blocker._id)) throw invalidField('id', 'validation.blockSelf');
  const own = { pair: pairOf(blocker._id, blockedId), blockerId: blocker._id };
  if (await Block.exists(own)) return;
  const blocked = await Users.findById(blockedId).lean();
  const seen = await findVisible(services, blocker, blocked);
  const between = await db.models.Connection.findOne({ pair: own.pair }).lean();
  if (between) await takeBack(services, between);
  // Introductions of the two, and those that one of them makes of the other, are over.
  await db.models.Match.updateMany(
    { pairs: own.pair, status: 'pending' },
    { $set: { status: 'withdrawn', closedAt: clock.now() } },
  );
  await takeRequestsBack(services, blocker._id, blockedId);
  await takeRequestsBack(services, blockedId, blocker._id);
  await Block.create({
    ...own,
    _id: newId(),
    blockedId,
    username: seen?.username ?? null,
    name: seen?.name ?? null,
    createdAt: clock.now(),
  });
  // Whoever asks at this very moment writes here too, so that no request gets past the block.
  await Users.updateMany({ _id: { $in: [blocker._id, blockedId] } }, { $inc: { countedActs: 1 } });
}

/** Whoever waits to be invited into a circle of the other's waits no more: the circle is not there for them now. */
async function takeRequestsBack({ db }: Services, askerId: ObjectId, ownerId: ObjectId): Promise<void> {
  const owned = await db.models.Circle.find({ ownerId, ...notEnded }, { _id: 1 }).lean();
  const circleId = { $in: owned.map(({ _id }) => _id) };
  await db.models.CircleRequest.deleteMany({ userId: askerId, circleId });
}

/** Lets two members see each other again, unless the other one has blocked too. What was between them does not come back. */
export async function unblockMember({ db }: Services, blocker: User, blockedId: ObjectId): Promise<void> {
  await db.models.Block.deleteOne({ pair: pairOf(blocker._id, blockedId), blockerId: blocker._id });
}
