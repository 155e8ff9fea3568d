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
import { isAtMembershipLimit } from './assert-membership-limit.ts';
import type { CircleDoc } from './circle.model.ts';
import { requirementOf } from './circle.policy.ts';
import { type CircleRequestDoc, looksPending } from './circle-request.model.ts';
import { findCircle, findCircleOfKeeper } from './find-circle.ts';
import { isBanned } from './is-banned.ts';
import { addMember } from './join-circle.ts';

/**
 * Requests to join an invite circle (D29). Asking again keeps the first request; thirty days after a decline it counts as a new one.
 *
 * @throws 409 for a circle that needs no invitation, 403 for a banned member
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
  if (requirementOf(circle, 0) !== 'invite') throw conflict();
  const own = { userId: asker._id, circleId };
  // A concurrent ban or block writes this document, too: one of the two transactions conflicts and retries.
  await services.db.models.User.updateOne({ _id: asker._id }, { $inc: { countedActs: 1 } });
  const existing = await CircleRequest.findOne(own).lean();
  if (existing && looksPending(existing, services.clock)) return;
  const asked = { status: 'pending', note, createdAt: services.clock.now(), declinedAt: null } as const;
  if (existing) await CircleRequest.updateOne({ _id: existing._id }, { $set: asked });
  // The unique index rejects one of two concurrent requests of a member; that transaction retries and finds the first.
  else await CircleRequest.create({ _id: newId(), ...own, ...asked });
  await notifyKeepers(services, circle, asker._id);
}

/** Notifies the owner, and the oldest admins up to a limit, of a request. */
async function notifyKeepers(
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

/** Lists the pending requests of askers whom the viewer can see, newest first, for the circle's owner and admins. */
export async function listCircleRequests(
  services: Services,
  viewer: User,
  circleId: ObjectId,
  paging: ParsedQuery<'GET /api/circles/:id/requests'>,
  ctx: ApiContext,
) {
  const { CircleRequest } = services.db.models;
  await findCircleOfKeeper(services, viewer._id, circleId);
  return readPage(ctx, paging, {
    read: (after, limit) =>
      readNewest(CircleRequest, { circleId, status: 'pending', ...positionFilter(after) }, limit),
    present: (requests) => presentRequests(services, viewer, requests),
  });
}

/** Presents join requests to an owner or admin, index by index; null for an asker whom they cannot see. */
export async function presentRequests(
  services: Services,
  viewer: User,
  requests: readonly CircleRequestDoc[],
): Promise<Array<CircleRequest | null>> {
  const ids = requests.map(({ userId }) => userId);
  const visible = await visibleByIds(services, viewer, ids);
  return requests.map(({ _id, userId, note, createdAt }) => {
    const user = visible.get(String(userId));
    return user ? { id: String(_id), user, note, createdAt: createdAt.toISOString() } : null;
  });
}

/**
 * Accepts a request: adds the asker to the circle and notifies them.
 *
 * @throws 404 for an answered request; 409 if the asker is banned, blocked, at the membership limit, or lacks the stake by now
 */
export async function acceptRequest(
  services: Services,
  viewer: User,
  circleId: ObjectId,
  requestId: ObjectId,
): Promise<void> {
  const { CircleRequest, Membership } = services.db.models;
  const circle = await findCircleOfKeeper(services, viewer._id, circleId);
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
  if (requirementOf(circle, await stakedBy(services, userId, circle.gatePandaId)) === 'stake')
    throw conflict();
  if (await isAtMembershipLimit(services, userId)) throw conflict();
  await addMember(services, circleId, userId);
  await notify(services, [
    { kind: 'circleAccepted', recipientId: userId, actorId: null, subjectId: circleId },
  ]);
}

/** Declines a request, without notifying anybody. */
export async function declineRequest(
  services: Services,
  viewer: User,
  circleId: ObjectId,
  requestId: ObjectId,
): Promise<void> {
  await findCircleOfKeeper(services, viewer._id, circleId);
  const { matchedCount } = await services.db.models.CircleRequest.updateOne(
    { _id: requestId, circleId, status: 'pending' },
    { $set: { status: 'declined', declinedAt: services.clock.now() } },
  );
  if (matchedCount === 0) throw notFound();
}
