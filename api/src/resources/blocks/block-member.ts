import { newId, type ObjectId } from '../../database/ids.ts';
import { invalidField } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { notEnded } from '../circles/circle.model.ts';
import { pairOf } from '../connections/connection.model.ts';
import { endOrWithdraw } from '../connections/respond-to-request.ts';
import type { User } from '../members/user.model.ts';
import { friendshipKeys } from '../quotient/count-friendship.ts';
import { findVisible } from '../visibility/visibility.ts';

/** Lock keys for a block: what connection requests and their answers write, too. */
export async function blockLocks(
  services: Services,
  blockerId: ObjectId,
  blockedId: ObjectId,
): Promise<string[]> {
  const pair = `pair:${pairOf(blockerId, blockedId)}`;
  return [pair, ...(await friendshipKeys(services, [blockerId, blockedId]))];
}

/**
 * Hides two members from each other everywhere and ends their connection, introductions and circle requests (D23). Also accepts ids
 * of missing and invisible members, so that the answer reveals nothing about them. Idempotent.
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
  const visible = await findVisible(services, blocker, blocked);
  const connection = await db.models.Connection.findOne({ pair: own.pair }).lean();
  if (connection) await endOrWithdraw(services, connection);
  // Withdraw the open introductions that involve both, be it as an introduced member or as the matchmaker.
  await db.models.Match.updateMany(
    { pairs: own.pair, status: 'pending' },
    { $set: { status: 'withdrawn', closedAt: clock.now() } },
  );
  await deleteCircleRequests(services, blocker._id, blockedId);
  await deleteCircleRequests(services, blockedId, blocker._id);
  await Block.create({
    ...own,
    _id: newId(),
    blockedId,
    username: visible?.username ?? null,
    name: visible?.name ?? null,
    createdAt: clock.now(),
  });
  // Concurrent requests write these documents, too: the write conflict keeps any of them from bypassing the block.
  await Users.updateMany({ _id: { $in: [blocker._id, blockedId] } }, { $inc: { countedActs: 1 } });
}

/** Deletes a member's requests to join circles of the other member, which are hidden from them now. */
async function deleteCircleRequests({ db }: Services, askerId: ObjectId, ownerId: ObjectId): Promise<void> {
  const owned = await db.models.Circle.find({ ownerId, ...notEnded }, { _id: 1 }).lean();
  const circleId = { $in: owned.map(({ _id }) => _id) };
  await db.models.CircleRequest.deleteMany({ userId: askerId, circleId });
}

/** Lifts a block. The members stay hidden from each other if the other one has blocked too. Ended connections stay ended. */
export async function unblockMember({ db }: Services, blocker: User, blockedId: ObjectId): Promise<void> {
  await db.models.Block.deleteOne({ pair: pairOf(blocker._id, blockedId), blockerId: blocker._id });
}
