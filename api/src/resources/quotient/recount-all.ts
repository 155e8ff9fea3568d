import { readByRanges } from '../../database/read-by-ranges.ts';
import type { Services } from '../../services.ts';
import type { Models } from '../models.ts';
import { walletOf } from '../wallet/ledger.ts';
import { countFriends, storeRecounts } from './recount-panda.ts';

/** Counts everything anew that is stored as a total of members and Pandas: for data of a time that had none. */
export async function recountAll(models: Models): Promise<void> {
  // True because counting reads and writes through the models and uses nothing else.
  const services = { db: { models } } as Services;
  for await (const members of readByRanges(models.User)) {
    const friends = await countFriends(
      services,
      members.map(({ _id }) => _id),
    );
    await models.User.bulkWrite(
      members.map(({ _id }) => ({
        updateOne: { filter: { _id }, update: { $set: { friendCount: friends.get(String(_id)) ?? 0 } } },
      })),
    );
    const confirmed = members.filter(({ emailVerified }) => emailVerified).map(({ _id }) => walletOf(_id));
    await models.Account.updateMany({ _id: { $in: confirmed } }, { $set: { isConfirmed: true } });
  }
  for await (const pandas of readByRanges(models.Panda, { size: 100 })) {
    await storeRecounts(services, pandas);
  }
}
