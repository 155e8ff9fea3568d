import type { ObjectId } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { countBackings, countBackingsInBatches, countRemainingBackings } from '../quotient/count-backings.ts';
import { grantOnce, walletOf } from '../wallet/ledger.ts';
import { memberKey } from './user.model.ts';

/** Marks a member's address as confirmed; their stakes count in quotients from now on (D7, D38). */
export async function confirmAddress(services: Services, memberId: ObjectId): Promise<void> {
  const hasMore = await services.db.transaction(() => markConfirmed(services, memberId), {
    lockKeys: [memberKey(memberId), walletOf(memberId)],
  });
  if (hasMore) await countBackingsInBatches(services, memberId);
}

/** `confirmAddress` within the caller's transaction; a job counts the stakes that are too many for it (D35). */
export async function confirmWithin(services: Services, memberId: ObjectId): Promise<void> {
  const hasMore = await markConfirmed(services, memberId);
  if (hasMore) await services.jobs.add(countRemainingBackings, { memberId: String(memberId) }, { memberId });
}

async function markConfirmed(services: Services, memberId: ObjectId): Promise<boolean> {
  const { Account, User } = services.db.models;
  const user = await User.findOneAndUpdate({ _id: memberId }, { $set: { emailVerified: true } }).lean();
  if (!user) throw notFound();
  await Account.updateOne(
    { _id: walletOf(memberId) },
    { $set: { isConfirmed: true }, $setOnInsert: { balance: 0 } },
    { upsert: true },
  );
  if (user.profileComplete) await grantConfirmed(services, memberId);
  return countBackings(services, memberId);
}

/** Pays the grants for a confirmed address and a complete profile, also a welcome grant withheld by the network's limit (D37). */
export async function grantConfirmed(services: Services, memberId: ObjectId): Promise<void> {
  await grantOnce(services, memberId, 'confirmed');
  await grantOnce(services, memberId, 'welcome');
}
