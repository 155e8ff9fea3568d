import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { walletOf } from '../wallet/ledger.model.ts';
import { type User, unclaimedKey } from './user.model.ts';

/**
 * Takes an address from an account whose member does not read its mail (D10), or which is empty, in the caller's transaction. The account
 * goes on without one: its member may have mistyped it, and is asked for another.
 *
 * @param left what stands in its place, where that is not nothing
 */
export async function freeAddress(
  { db }: Services,
  memberId: ObjectId,
  left: Pick<User, 'email' | 'emailKey'> = { email: '', emailKey: unclaimedKey(memberId) },
): Promise<void> {
  const nowhere = { ...left, emailVerified: false, pendingEmail: null };
  await db.models.User.updateOne({ _id: memberId }, { $set: nowhere });
  await db.models.Account.updateOne({ _id: walletOf(memberId) }, { $set: { isConfirmed: false } });
  await db.models.AddressLink.deleteMany({ userId: memberId, usedAt: null });
}
