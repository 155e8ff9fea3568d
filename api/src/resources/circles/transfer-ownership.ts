import { readOne } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import { invalidField, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { notify } from '../notification-dispatch/notify.ts';
import { findVisible } from '../visibility/visibility.ts';
import { findOwnCircle } from './find-circle.ts';
import { ownsTooMany } from './ownership-limit.ts';

/**
 * Gives a circle to another of its members, whom its owner sees, and tells them; who had it stays as an admin (D32).
 *
 * @throws 404 for who is not in it, or not for the owner's eyes
 */
export async function transferOwnership(
  services: Services,
  owner: User,
  circleId: ObjectId,
  heirId: ObjectId,
): Promise<void> {
  const { Circle, Membership, User: Users } = services.db.models;
  await findOwnCircle(services, owner._id, circleId);
  // A second request, after the first has given it away, is refused above.
  if (heirId.equals(owner._id)) return;
  const heir = await readOne(Users, heirId);
  const seen = await findVisible(services, owner, heir);
  if (!heir || !seen) throw notFound();
  if (await ownsTooMany(services, heirId)) throw invalidField('userId', 'validation.ownsEnough');
  const { matchedCount } = await Membership.updateOne(
    { circleId, userId: heirId },
    { $set: { role: 'owner' } },
  );
  if (matchedCount === 0) throw notFound();
  await Membership.updateOne({ circleId, userId: owner._id }, { $set: { role: 'admin' } });
  await Circle.updateOne({ _id: circleId }, { $set: { ownerId: heirId } });
  await tellOwner(services, circleId, heirId);
}

/** Tells a member that a circle is theirs now, in the transaction that makes it so. */
export async function tellOwner(
  services: Services,
  circleId: ObjectId,
  recipientId: ObjectId,
): Promise<void> {
  await notify(services, [{ kind: 'circleOwner', recipientId, actorId: null, subjectId: circleId }]);
}
