import { readByRanges } from '../../database/read-by-ranges.ts';
import type { Services } from '../../services.ts';
import type { Models } from '../models.ts';
import { walletOf } from '../wallet/ledger.ts';
import { countFriends, storeRecount } from './recount-panda.ts';

/** Counts everything anew that is stored as a total of members and Pandas: for data of a time that had none. */
export async function recountAll(models: Models): Promise<void> {
  // True because counting reads and writes through the models and uses nothing else.
  const services = { db: { models } } as Services;
  for await (const members of readByRanges(models.User)) {
    for (const { _id, emailVerified } of members) {
      await models.User.updateOne({ _id }, { $set: { friendCount: await countFriends(services, _id) } });
      if (emailVerified) {
        await models.Account.updateOne({ _id: walletOf(_id) }, { $set: { isConfirmed: true } });
      }
    }
  }
  for await (const pandas of readByRanges(models.Panda)) {
    for (const panda of pandas) await storeRecount(services, panda);
  }
}
