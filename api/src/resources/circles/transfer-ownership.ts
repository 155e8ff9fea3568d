import { readOne } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import { invalidField, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { notify } from '../notification-dispatch/notify.ts';
import { findVisible } from '../visibility/visibility.ts';
import { findOwnCircle } from './find-circle.ts';
import { isAtOwnershipLimit } from './ownership-limit.ts';

/**
 * Transfers a circle to another member whom its owner can see, and notifies them. The previous owner becomes an admin (D32).
 *
 * @throws 404 for a non-member or an invisible member, 400 for one at the ownership limit
 */
export async function transferOwnership(
  services: Services,
  owner: User,
  circleId: ObjectId,
  heirId: ObjectId,
): Promise<void> {
  const { Circle, Membership, User: Users } = services.db.models;
  await findOwnCircle(services, owner._id, circleId);
  // A transfer to oneself changes nothing. A repeated transfer fails above: the caller is not the owner any more.
  if (heirId.equals(owner._id)) return;
  const heir = await readOne(Users, heirId);
  const seen = await findVisible(services, owner, heir);
  if (!heir || !seen) throw notFound();
  if (await isAtOwnershipLimit(services, heirId)) throw invalidField('userId', 'validation.ownsEnough');
  const { matchedCount } = await Membership.updateOne(
    { circleId, userId: heirId },
    { $set: { role: 'owner' } },
  );
  if (matchedCount === 0) throw notFound();
  await Membership.updateOne({ circleId, userId: owner._id }, { $set: { role: 'admin' } });
  await Circle.updateOne({ _id: circleId }, { $set: { ownerId: heirId } });
  await notifyNewOwner(services, circleId, heirId);
}

/** Notifies the new owner of a circle, in the transaction of the transfer. */
export async function notifyNewOwner(
  services: Services,
  circleId: ObjectId,
  recipientId: ObjectId,
): Promise<void> {
  await notify(services, [{ kind: 'circleOwner', recipientId, actorId: null, subjectId: circleId }]);
}
