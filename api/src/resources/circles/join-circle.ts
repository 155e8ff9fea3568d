import { toBamboo } from '@frens/contract/bamboo';
import { errorCodes } from '@frens/contract/errors';
import { newId, type ObjectId } from '../../database/ids.ts';
import { forbidden, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { findPanda } from '../pandas/find-content.ts';
import { seeMembers } from '../visibility/visibility.ts';
import { stakedBy } from '../wallet/staked.ts';
import { assertMembershipLimit } from './assert-membership-limit.ts';
import { type CircleDoc, notEnded } from './circle.model.ts';
import { requirementOf } from './circle.policy.ts';
import { useLink } from './circle-links.ts';
import { findCircle } from './find-circle.ts';
import { isBanned } from './is-banned.ts';
import { invitersOf } from './personal-invitations.ts';

/**
 * Joins a circle by its type, a friend's invitation or the code of a link (D29, D30, D31). Idempotent: joining again does not use up
 * a link.
 *
 * @throws 403 without a way to join, or for an invalid code; 409 at the membership limit
 */
export async function joinCircle(
  services: Services,
  member: User,
  circleId: ObjectId,
  code: string | null = null,
): Promise<void> {
  const { Membership } = services.db.models;
  const circle = await findCircle(services, member._id, circleId);
  if (await Membership.exists({ circleId, userId: member._id })) return;
  await assertCanJoin(services, member, circle, code);
  await assertMembershipLimit(services, member._id);
  if (code !== null) await useLink(services, circleId, code);
  await addMember(services, circleId, member._id);
}

/** Adds an admitted member, in the caller's transaction. Deletes their join request and marks their invitations as used. */
export async function addMember(services: Services, circleId: ObjectId, userId: ObjectId): Promise<void> {
  const { Circle, CircleInvitation, CircleRequest, Membership } = services.db.models;
  // The unique index rejects one of two concurrent joins of a member; that transaction retries and finds the membership.
  await Membership.create({
    _id: newId(),
    circleId,
    userId,
    role: 'member',
    createdAt: services.clock.now(),
  });
  await CircleRequest.deleteOne({ userId, circleId });
  await CircleInvitation.updateMany({ userId, circleId }, { $set: { status: 'used' } });
  const { matchedCount } = await Circle.updateOne(
    { _id: circleId, ...notEnded },
    { $inc: { memberCount: 1 } },
  );
  if (matchedCount === 0) throw notFound();
}

async function assertCanJoin(
  services: Services,
  member: User,
  circle: CircleDoc,
  code: string | null,
): Promise<void> {
  const { circleType, gatePandaId, gateMinAmount } = circle;
  if (await isBanned(services, circle._id, member._id)) throw forbidden(errorCodes.notAdmitted);
  const staked = circleType === 'stake_gated' ? await stakedBy(services, member._id, gatePandaId) : 0;
  const requirement = requirementOf(circle, staked);
  if (requirement === 'invite' && code === null) {
    const inviters = await invitersOf(services, member, [circle._id], seeMembers);
    if (inviters.size === 0) throw forbidden(errorCodes.inviteRequired);
  }
  if (requirement === 'stake') {
    throw forbidden(errorCodes.stakeRequired, {
      pandaId:
        gatePandaId && (await findPanda(services, gatePandaId, member._id)) ? String(gatePandaId) : null,
      required: toBamboo(gateMinAmount ?? 0),
      current: toBamboo(staked),
    });
  }
}
