import { toBamboo } from '@frens/contract/bamboo';
import { errorCodes } from '@frens/contract/errors';
import { newId, type ObjectId } from '../../database/ids.ts';
import { forbidden, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { stakedBy } from '../wallet/staked.ts';
import { type CircleDoc, notEnded } from './circle.model.ts';
import { doorOf } from './circle.policy.ts';
import { findCircle } from './find-circle.ts';
import { refuseTooManyJoined } from './refuse-too-many-joined.ts';

/** Joins a circle if its type lets the member in (D29, D31); joining twice changes nothing. */
export async function joinCircle(services: Services, member: User, circleId: ObjectId): Promise<void> {
  const { Membership } = services.db.models;
  const circle = await findCircle(services, circleId);
  if (await Membership.exists({ circleId, userId: member._id })) return;
  await refuseUninvited(services, member, circle);
  await refuseTooManyJoined(services, member._id);
  await addMember(services, circleId, member._id);
}

/** Puts somebody into a circle whom it lets in, in the caller's transaction; a request of theirs is answered by it. */
export async function addMember(services: Services, circleId: ObjectId, userId: ObjectId): Promise<void> {
  const { Circle, CircleRequest, Membership } = services.db.models;
  // If the same member joins twice at once, the unique index lets one through and the other looks again.
  await Membership.create({
    _id: newId(),
    circleId,
    userId,
    role: 'member',
    createdAt: services.clock.now(),
  });
  await CircleRequest.deleteOne({ userId, circleId });
  const { matchedCount } = await Circle.updateOne(
    { _id: circleId, ...notEnded },
    { $inc: { memberCount: 1 } },
  );
  if (matchedCount === 0) throw notFound();
}

async function refuseUninvited(services: Services, member: User, circle: CircleDoc): Promise<void> {
  const { circleType, gatePandaId, gateMinAmount } = circle;
  const staked = circleType === 'stake_gated' ? await stakedBy(services, member._id, gatePandaId) : 0;
  const door = doorOf(circle, staked);
  if (door === 'invite') throw forbidden(errorCodes.inviteRequired);
  if (door === 'stake') {
    throw forbidden(errorCodes.stakeRequired, {
      pandaId: gatePandaId ? String(gatePandaId) : null,
      required: toBamboo(gateMinAmount ?? 0),
      current: toBamboo(staked),
    });
  }
}
