import type { ObjectId } from '../../database/ids.ts';
import type { Models } from '../models.ts';

/** Sums members' open stakes in hundredths, from the stakes instead of denormalised totals. */
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
