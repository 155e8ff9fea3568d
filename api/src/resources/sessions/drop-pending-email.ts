import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';

/**
 * Ends a change of address that waits for its confirmation, and the links that would confirm it, in the caller's transaction.
 * Whoever takes their account back from somebody must not lose it to a link that was asked for before.
 *
 * @returns whether one waited
 */
export async function dropPendingEmail({ db }: Services, userId: ObjectId): Promise<boolean> {
  const { AddressLink, User } = db.models;
  const { modifiedCount } = await User.updateOne({ _id: userId }, { $set: { pendingEmail: null } });
  await AddressLink.deleteMany({ userId, purpose: 'change-email', usedAt: null });
  return modifiedCount > 0;
}
