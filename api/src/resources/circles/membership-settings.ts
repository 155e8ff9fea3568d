import type { ParsedBody } from '@frens/contract';
import type { ObjectId } from '../../database/ids.ts';
import { forbidden } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { findCircle } from './find-circle.ts';

/**
 * Changes a member's notification setting for a circle that they are in (D68).
 *
 * @throws 404 for a missing circle, 403 for a non-member
 */
export async function changeMembershipSettings(
  services: Services,
  { _id: userId }: User,
  circleId: ObjectId,
  { wantsNotices }: ParsedBody<'PATCH /api/circles/:id/membership'>,
): Promise<void> {
  await findCircle(services, userId, circleId);
  const { matchedCount } = await services.db.models.Membership.updateOne(
    { circleId, userId },
    { $set: { wantsNotices } },
  );
  if (matchedCount === 0) throw forbidden();
}
