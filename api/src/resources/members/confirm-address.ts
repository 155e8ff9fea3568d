import type { ObjectId } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { countBackings, countBackingsInBatches } from '../quotient/count-backings.ts';
import { walletOf } from '../wallet/ledger.ts';
import { memberKey } from './user.model.ts';

/** A member's address is confirmed: from now on their stakes count in quotients (D7, D38). */
export async function confirmAddress(services: Services, memberId: ObjectId): Promise<void> {
  const { Account, User } = services.db.models;
  const hasMore = await services.db.transaction(
    async () => {
      const { matchedCount } = await User.updateOne({ _id: memberId }, { $set: { emailVerified: true } });
      if (matchedCount === 0) throw notFound();
      await Account.updateOne(
        { _id: walletOf(memberId) },
        { $set: { isConfirmed: true }, $setOnInsert: { balance: 0 } },
        { upsert: true },
      );
      return countBackings(services, memberId);
    },
    { lockKeys: [memberKey(memberId), walletOf(memberId)] },
  );
  if (hasMore) await countBackingsInBatches(services, memberId);
}
