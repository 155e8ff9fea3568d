import type { CircleBan, ParsedQuery } from '@frens/contract';
import type { CircleRole } from '@frens/contract/choices';
import { readOne } from '../../database/batch-loader.ts';
import { newId, type ObjectId } from '../../database/ids.ts';
import { forbidden, notFound } from '../../errors.ts';
import { positionFilter, readNewest, readPage } from '../../paging.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../../state.ts';
import type { User } from '../members/user.model.ts';
import { findVisible, visibleByIds } from '../visibility/visibility.ts';
import { endMemberships } from './circles-behind-stake.ts';
import { findCircleOfKeeper, findOwnCircle } from './find-circle.ts';

/**
 * Makes a member an admin, or a plain member again, on behalf of the circle's owner (D32).
 *
 * @throws 404 for a non-member, 403 for the owner's own role
 */
export async function setRole(
  services: Services,
  owner: User,
  circleId: ObjectId,
  userId: ObjectId,
  role: Exclude<CircleRole, 'owner'>,
): Promise<void> {
  await findOwnCircle(services, owner._id, circleId);
  if (userId.equals(owner._id)) throw forbidden();
  const { matchedCount } = await services.db.models.Membership.updateOne(
    { circleId, userId },
    { $set: { role } },
  );
  if (matchedCount === 0) throw notFound();
}

/** Removes a member, who may join again; does nothing for a non-member (D32). */
export async function removeMember(
  services: Services,
  keeper: User,
  circleId: ObjectId,
  userId: ObjectId,
): Promise<void> {
  if (await assertRemovable(services, keeper, circleId, userId))
    await endMemberships(services, userId, [{ _id: circleId }]);
}

/**
 * Bans a member or an asker until the ban is lifted, which ends their membership, request and invitations (D32).
 *
 * @throws 404 for a non-member who is invisible to the caller
 */
export async function ban(
  services: Services,
  keeper: User,
  circleId: ObjectId,
  userId: ObjectId,
): Promise<void> {
  const { CircleBan, CircleInvitation, CircleRequest, User: Users } = services.db.models;
  const isIn = await assertRemovable(services, keeper, circleId, userId);
  if (isIn) await endMemberships(services, userId, [{ _id: circleId }]);
  else {
    const user = await readOne(Users, userId);
    if (!(await findVisible(services, keeper, user))) throw notFound();
  }
  // A concurrent join or request writes this document, too: one of the two transactions conflicts and retries.
  await Users.updateOne({ _id: userId }, { $inc: { countedActs: 1 } });
  await CircleRequest.deleteOne({ userId, circleId });
  await CircleInvitation.deleteMany({ userId, circleId });
  await CircleBan.updateOne(
    { userId, circleId },
    { $setOnInsert: { _id: newId(), createdAt: services.clock.now() } },
    { upsert: true },
  );
}

/** Lifts a ban. The member may join again like anybody else. */
export async function liftBan(
  services: Services,
  keeper: User,
  circleId: ObjectId,
  userId: ObjectId,
): Promise<void> {
  await findCircleOfKeeper(services, keeper._id, circleId);
  await services.db.models.CircleBan.deleteOne({ userId, circleId });
}

/** Lists the banned members whom the viewer can see, newest first, for the circle's owner and admins. */
export async function listBans(
  services: Services,
  viewer: User,
  circleId: ObjectId,
  paging: ParsedQuery<'GET /api/circles/:id/bans'>,
  ctx: ApiContext,
): Promise<CircleBan[]> {
  const { CircleBan } = services.db.models;
  await findCircleOfKeeper(services, viewer._id, circleId);
  return readPage(ctx, paging, {
    read: (after, limit) => readNewest(CircleBan, { circleId, ...positionFilter(after) }, limit),
    async present(bans) {
      const ids = bans.map(({ userId }) => userId);
      const visible = await visibleByIds(services, viewer, ids);
      return bans.map(({ userId, createdAt }) => {
        const user = visible.get(String(userId));
        return user ? { id: user.id, user, since: createdAt.toISOString() } : null;
      });
    },
  });
}

/**
 * Asserts that a keeper may remove a user, and returns whether that user is in the circle at all.
 *
 * @throws 403 unless the caller is a keeper; for the owner and the caller themselves; for an admin, unless the owner asks
 */
async function assertRemovable(
  services: Services,
  keeper: User,
  circleId: ObjectId,
  userId: ObjectId,
): Promise<boolean> {
  const { ownerId } = await findCircleOfKeeper(services, keeper._id, circleId);
  if (userId.equals(ownerId) || userId.equals(keeper._id)) throw forbidden();
  const membership = await services.db.models.Membership.findOne({ circleId, userId }).lean();
  if (membership?.role === 'admin' && !ownerId.equals(keeper._id)) throw forbidden();
  return membership !== null;
}
