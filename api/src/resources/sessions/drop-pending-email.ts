import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';

/**
 * Cancels a pending change of address and deletes its confirmation links, in the caller's transaction. Otherwise an attacker
 * could use a link requested earlier to take over an account that its owner has recovered.
 *
 * @returns whether a change was pending
 */
export async function dropPendingEmail({ db }: Services, userId: ObjectId): Promise<boolean> {
  const { AddressLink, User } = db.models;
  const { modifiedCount } = await User.updateOne({ _id: userId }, { $set: { pendingEmail: null } });
  await AddressLink.deleteMany({ userId, purpose: 'change-email', usedAt: null });
  return modifiedCount > 0;
}
