import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { walletOf } from '../wallet/ledger.model.ts';
import { type User, unclaimedKey } from './user.model.ts';

/**
 * Removes the address from an account whose member does not own it (D10), or from an empty account, in the caller's transaction.
 * The account goes on without an address: its member may have mistyped it, and is asked for another.
 *
 * @param replacement the address fields to store instead of an empty address
 */
export async function freeAddress(
  { db }: Services,
  memberId: ObjectId,
  replacement: Pick<User, 'email' | 'emailKey'> = { email: '', emailKey: unclaimedKey(memberId) },
): Promise<void> {
  const addressFields = { ...replacement, emailVerified: false, pendingEmail: null };
  await db.models.User.updateOne({ _id: memberId }, { $set: addressFields });
  await db.models.Account.updateOne({ _id: walletOf(memberId) }, { $set: { isConfirmed: false } });
  await db.models.AddressLink.deleteMany({ userId: memberId, usedAt: null });
}
