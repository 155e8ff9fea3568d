import type { ParsedBody } from '@frens/contract';
import type { ObjectId } from '../../database/ids.ts';
import { forbidden } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { findCircle } from './find-circle.ts';

/**
 * Changes what a member wants of a circle that they are in (D68).
 *
 * @throws 404 where there is none, 403 for who is not in it
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
