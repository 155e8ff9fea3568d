import type { CircleRequest, ParsedQuery } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { newId, type ObjectId } from '../../database/ids.ts';
import { conflict, forbidden, notFound } from '../../errors.ts';
import { serverLimits } from '../../limits.ts';
import { positionFilter, readNewest, readPage } from '../../paging.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../../state.ts';
import type { User } from '../members/user.model.ts';
import { notify } from '../notification-dispatch/notify.ts';
import { hasBlockBetween } from '../visibility/find-blocked.ts';
import { visibleByIds } from '../visibility/visibility.ts';
import { stakedBy } from '../wallet/staked.ts';
import { isInTooMany } from './assert-membership-limit.ts';
import type { CircleDoc } from './circle.model.ts';
import { doorOf } from './circle.policy.ts';
import { type CircleRequestDoc, looksPending } from './circle-request.model.ts';
import { findCircle, findKeptCircle } from './find-circle.ts';
import { isBanned } from './is-banned.ts';
import { addMember } from './join-circle.ts';

/**
 * Asks to be invited to a circle (D29). Asked again the first request stays; thirty days after a decline it is a new one.
 *
 * @throws 409 for a circle that needs no invitation, 403 for who is banned from it
 */
export async function requestToJoin(
  services: Services,
  asker: User,
  circleId: ObjectId,
  note: string,
): Promise<void> {
  const { CircleRequest, Membership } = services.db.models;
  const circle = await findCircle(services, asker._id, circleId);
  if (await Membership.exists({ circleId, userId: asker._id })) return;
  if (await isBanned(services, circleId, asker._id)) throw forbidden(errorCodes.notAdmitted);
  if (doorOf(circle, 0) !== 'invite') throw conflict();
  const own = { userId: asker._id, circleId };
  // Whoever bans or blocks them in this moment, in another process, writes this too: one of the two looks again.
  await services.db.models.User.updateOne({ _id: asker._id }, { $inc: { countedActs: 1 } });
  const before = await CircleRequest.findOne(own).lean();
  if (before && looksPending(before, services.clock)) return;
  const asked = { status: 'pending', note, createdAt: services.clock.now(), declinedAt: null } as const;
  if (before) await CircleRequest.updateOne({ _id: before._id }, { $set: asked });
  // If the same member asks twice at once, the unique index lets one through and the other looks again.
  else await CircleRequest.create({ _id: newId(), ...own, ...asked });
  await tellKeepers(services, circle, asker._id);
}

/** Tells the owner, and so many of its admins, that somebody asks. */
async function tellKeepers(
  services: Services,
  { _id: circleId, ownerId }: CircleDoc,
  actorId: ObjectId,
): Promise<void> {
  const admins = await services.db.models.Membership.find({ circleId, role: 'admin' }, { userId: 1 })
    .sort({ createdAt: 1, _id: 1 })
    .limit(serverLimits.circles.adminsTold)
    .lean();
  const keepers = [ownerId, ...admins.map(({ userId }) => userId)];
  await notify(
    services,
    keepers.map((recipientId) => ({ kind: 'circleRequest', recipientId, actorId, subjectId: circleId })),
  );
}

/** Who waits to be invited, newest first, for the circle's owner and admins, as far as these see them. */
export async function listCircleRequests(
  services: Services,
  viewer: User,
  circleId: ObjectId,
  paging: ParsedQuery<'GET /api/circles/:id/requests'>,
  ctx: ApiContext,
) {
  const { CircleRequest } = services.db.models;
  await findKeptCircle(services, viewer._id, circleId);
  return readPage(ctx, paging, {
    read: (after, limit) =>
      readNewest(CircleRequest, { circleId, status: 'pending', ...positionFilter(after) }, limit),
    present: (requests) => presentRequests(services, viewer, requests),
  });
}

/** Requests to one who keeps their circles, in their places; null for who is not shown to them. */
export async function presentRequests(
  services: Services,
  viewer: User,
  requests: readonly CircleRequestDoc[],
): Promise<Array<CircleRequest | null>> {
  const ids = requests.map(({ userId }) => userId);
  const seen = await visibleByIds(services, viewer, ids);
  return requests.map(({ _id, userId, note, createdAt }) => {
    const user = seen.get(String(userId));
    return user ? { id: String(_id), user, note, createdAt: createdAt.toISOString() } : null;
  });
}

/**
 * Takes whoever asked into the circle, and tells them.
 *
 * @throws 404 where the request has been answered, 409 where they are in too many circles or a stake is missing by now
 */
export async function acceptRequest(
  services: Services,
  viewer: User,
  circleId: ObjectId,
  requestId: ObjectId,
): Promise<void> {
  const { CircleRequest, Membership } = services.db.models;
  const circle = await findKeptCircle(services, viewer._id, circleId);
  const request = await CircleRequest.findOneAndDelete({
    _id: requestId,
    circleId,
    status: 'pending',
  }).lean();
  if (!request) throw notFound();
  const { userId } = request;
  if (await Membership.exists({ circleId, userId })) return;
  if (await isBanned(services, circleId, userId)) throw conflict();
  if (await hasBlockBetween(services, circle.ownerId, userId)) throw conflict();
  // An invitation never overrides a stake gate (D30).
  if (doorOf(circle, await stakedBy(services, userId, circle.gatePandaId)) === 'stake') throw conflict();
  if (await isInTooMany(services, userId)) throw conflict();
  await addMember(services, circleId, userId);
  await notify(services, [
    { kind: 'circleAccepted', recipientId: userId, actorId: null, subjectId: circleId },
  ]);
}

/** Says no, which nobody is told. */
export async function declineRequest(
  services: Services,
  viewer: User,
  circleId: ObjectId,
  requestId: ObjectId,
): Promise<void> {
  await findKeptCircle(services, viewer._id, circleId);
  const { matchedCount } = await services.db.models.CircleRequest.updateOne(
    { _id: requestId, circleId, status: 'pending' },
    { $set: { status: 'declined', declinedAt: services.clock.now() } },
  );
  if (matchedCount === 0) throw notFound();
}
