import type { ObjectId } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { countBackings, countBackingsInBatches, countRemainingBackings } from '../quotient/count-backings.ts';
import { grantOnce, walletOf } from '../wallet/ledger.ts';
import { memberKey } from './user.model.ts';

/** A member's address is confirmed: from now on their stakes count in quotients (D7, D38). */
export async function confirmAddress(services: Services, memberId: ObjectId): Promise<void> {
  const hasMore = await services.db.transaction(() => markConfirmed(services, memberId), {
    lockKeys: [memberKey(memberId), walletOf(memberId)],
  });
  if (hasMore) await countBackingsInBatches(services, memberId);
}

/** The same in the caller's transaction; what is too much for it is left to the queue of jobs (D35). */
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

/** What a member has for a confirmed address, once their profile is whole; also the welcome that their network was refused (D37). */
export async function grantConfirmed(services: Services, memberId: ObjectId): Promise<void> {
  await grantOnce(services, memberId, 'confirmed');
  await grantOnce(services, memberId, 'welcome');
}
