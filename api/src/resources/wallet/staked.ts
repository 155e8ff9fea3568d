import type { ClientSession } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';

/** Hundredths that a member has in open stakes, in one Panda or in all. */
export async function stakedBy(
  { db }: Services,
  memberId: ObjectId,
  pandaId: ObjectId | null = null,
  session?: ClientSession,
): Promise<number> {
  const [sum] = await db.models.Stake.aggregate<{ amount: number }>([
    { $match: { stakerId: memberId, ...(pandaId ? { pandaId } : {}) } },
    { $group: { _id: null, amount: { $sum: '$amount' } } },
  ]).session(session ?? null);
  return sum?.amount ?? 0;
}
