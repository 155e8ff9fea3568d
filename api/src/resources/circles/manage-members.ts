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
import { findKeptCircle, findOwnCircle } from './find-circle.ts';

/**
 * Makes one of its members an admin, or a plain member again; only its owner may (D32).
 *
 * @throws 404 for who is not in it, 403 for the owner, who is neither
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

/** Takes a member out, who may come back by the way in; whoever is not in it is out of it already (D32). */
export async function removeMember(
  services: Services,
  keeper: User,
  circleId: ObjectId,
  userId: ObjectId,
): Promise<void> {
  if (await mayTakeOut(services, keeper, circleId, userId)) {
    await endMemberships(services, userId, [{ _id: circleId }]);
  }
}

/**
 * Takes a member out, or turns down somebody who asks, and lets them in no more until it is lifted (D32).
 *
 * @throws 404 for who is neither in it nor seen by who bans
 */
export async function ban(
  services: Services,
  keeper: User,
  circleId: ObjectId,
  userId: ObjectId,
): Promise<void> {
  const { CircleBan, CircleInvitation, CircleRequest, User: Users } = services.db.models;
  const isIn = await mayTakeOut(services, keeper, circleId, userId);
  if (isIn) await endMemberships(services, userId, [{ _id: circleId }]);
  else {
    const user = await readOne(Users, userId);
    if (!(await findVisible(services, keeper, user))) throw notFound();
  }
  // Whoever is joining in this moment, in another process, writes this too: one of the two looks again.
  await Users.updateOne({ _id: userId }, { $inc: { countedActs: 1 } });
  await CircleRequest.deleteOne({ userId, circleId });
  await CircleInvitation.deleteMany({ userId, circleId });
  await CircleBan.updateOne(
    { userId, circleId },
    { $setOnInsert: { _id: newId(), createdAt: services.clock.now() } },
    { upsert: true },
  );
}

/** Lets somebody in again who was banned, by the way that is open to everybody. */
export async function liftBan(
  services: Services,
  keeper: User,
  circleId: ObjectId,
  userId: ObjectId,
): Promise<void> {
  await findKeptCircle(services, keeper._id, circleId);
  await services.db.models.CircleBan.deleteOne({ userId, circleId });
}

/** Who is banned, newest first, for its owner and admins, as far as these see them. */
export async function listBans(
  services: Services,
  viewer: User,
  circleId: ObjectId,
  paging: ParsedQuery<'GET /api/circles/:id/bans'>,
  ctx: ApiContext,
): Promise<CircleBan[]> {
  const { CircleBan } = services.db.models;
  await findKeptCircle(services, viewer._id, circleId);
  return readPage(ctx, paging, {
    read: (after, limit) => readNewest(CircleBan, { circleId, ...positionFilter(after) }, limit),
    async present(bans) {
      const ids = bans.map(({ userId }) => userId);
      const seen = await visibleByIds(services, viewer, ids);
      return bans.map(({ userId, createdAt }) => {
        const user = seen.get(String(userId));
        return user ? { id: user.id, user, since: createdAt.toISOString() } : null;
      });
    },
  });
}

/**
 * Whether somebody is in a circle and its keeper may take them out of it.
 *
 * @throws 403 for who keeps it not, and for its owner, oneself, and, unless its owner asks, an admin
 */
async function mayTakeOut(
  services: Services,
  keeper: User,
  circleId: ObjectId,
  userId: ObjectId,
): Promise<boolean> {
  const { ownerId } = await findKeptCircle(services, keeper._id, circleId);
  if (userId.equals(ownerId) || userId.equals(keeper._id)) throw forbidden();
  const membership = await services.db.models.Membership.findOne({ circleId, userId }).lean();
  if (membership?.role === 'admin' && !ownerId.equals(keeper._id)) throw forbidden();
  return membership !== null;
}
