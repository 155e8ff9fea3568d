import type { ObjectId } from '../../database/ids.ts';
import type { Models } from '../models.ts';

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
