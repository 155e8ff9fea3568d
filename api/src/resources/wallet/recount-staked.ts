import type { ObjectId } from '../../database/ids.ts';
import { readByRanges } from '../../database/read-by-ranges.ts';
import type { Models } from '../models.ts';
import { walletOf } from './ledger.ts';

/** What some members have in open stakes, summed up from the stakes themselves. */
export async function sumStaked(
  { Stake }: Pick<Models, 'Stake'>,
  memberIds: readonly ObjectId[],
): Promise<Map<string, number>> {
  const sums = await Stake.aggregate<{ _id: ObjectId; amount: number }>([
    { $match: { stakerId: { $in: memberIds } } },
    { $group: { _id: '$stakerId', amount: { $sum: '$amount' } } },
  ]);
  return new Map(sums.map(({ _id, amount }) => [String(_id), amount]));
}

/** Writes into every wallet what its holder has staked: for data of a time without this total. */
export async function recountStaked(models: Models): Promise<void> {
  for await (const members of readByRanges(models.User)) {
    const ids = members.map(({ _id }) => _id);
    const sums = await sumStaked(models, ids);
    for (const id of ids) {
      const staked = sums.get(String(id)) ?? 0;
      if (staked > 0) await models.Account.updateOne({ _id: walletOf(id) }, { $set: { staked } });
    }
  }
}
