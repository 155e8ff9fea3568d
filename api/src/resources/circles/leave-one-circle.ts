import { errorCodes } from '@frens/contract/errors';
import type { ObjectId } from '../../database/ids.ts';
import { conflict } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { findCircle } from './find-circle.ts';

/**
 * Ends a member's own membership of a circle; does nothing for a non-member (D32).
 *
 * @throws 409 for its owner, who has to transfer or end the circle first
 */
export async function leaveOneCircle(services: Services, member: User, circleId: ObjectId): Promise<void> {
  const { Circle, Membership } = services.db.models;
  const { ownerId } = await findCircle(services, member._id, circleId);
  if (ownerId.equals(member._id)) throw conflict(errorCodes.ownerMustHandOver);
  const { deletedCount } = await Membership.deleteOne({ circleId, userId: member._id });
  if (deletedCount > 0) await Circle.updateOne({ _id: circleId }, { $inc: { memberCount: -1 } });
}
