import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';

/** Hundredths that a member has in open stakes, in one Panda or in all. */
export async function stakedBy(
  { db }: Services,
  memberId: ObjectId,
  pandaId: ObjectId | null = null,
): Promise<number> {
  const [sum] = await db.models.Backing.aggregate<{ amount: number }>([
    { $match: { backerId: memberId, ...(pandaId ? { pandaId } : {}) } },
    { $group: { _id: null, amount: { $sum: '$amount' } } },
  ]);
  return sum?.amount ?? 0;
}
