import type { ParsedBody } from '@frens/contract';
import { toHundredths } from '@frens/contract/bamboo';
import { limits } from '@frens/contract/limits';
import { day, second } from '../../clock.ts';
import { idFrom, newId, type ObjectId } from '../../database/ids.ts';
import { invalidField, tooMany } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { findPanda } from '../pandas/find-content.ts';
import { assertMembershipLimit } from './assert-membership-limit.ts';
import type { CircleDoc } from './circle.model.ts';
import { indexCircle } from './circle-entry.ts';
import { isAtOwnershipLimit } from './ownership-limit.ts';

/** Creates a circle. Its creator is the owner and first member (D28). */
export async function createCircle(
  services: Services,
  owner: User,
  { name, description, circleType, gatePandaId, gateMinAmount }: ParsedBody<'POST /api/circles'>,
): Promise<{ circleId: ObjectId }> {
  const { db, clock } = services;
  await assertMembershipLimit(services, owner._id);
  if (await isAtOwnershipLimit(services, owner._id)) throw tooMany(day / second);
  const isGated = circleType === 'stake_gated';
  const circle: CircleDoc = {
    _id: newId(),
    name,
    description,
    circleType,
    ownerId: owner._id,
    memberCount: 1,
    gatePandaId: isGated && gatePandaId ? await findGatePanda(services, owner._id, gatePandaId) : null,
    gateMinAmount: isGated ? toHundredths(gateMinAmount ?? limits.circles.gateDefault) : null,
    createdAt: clock.now(),
  };
  await db.models.Circle.create(circle);
  await db.models.Membership.create({
    _id: newId(),
    circleId: circle._id,
    userId: owner._id,
    role: 'owner',
    createdAt: circle.createdAt,
  });
  await indexCircle(services, circle);
  return { circleId: circle._id };
}

/** Finds the Panda that an owner names for a stake gate. Throws 400 if the owner cannot see such a Panda. */
export async function findGatePanda(services: Services, ownerId: ObjectId, text: string): Promise<ObjectId> {
  const panda = /^[0-9a-f]{24}$/.test(text) ? await findPanda(services, idFrom(text), ownerId) : null;
  if (!panda) throw invalidField('gatePandaId', 'validation.pandaId');
  return panda._id;
}
