import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';

/** Whether a circle lets somebody in no more (D32). */
export async function isBanned({ db }: Services, circleId: ObjectId, userId: ObjectId): Promise<boolean> {
  return (await db.models.CircleBan.exists({ userId, circleId })) !== null;
}

/** The ids of those among some circles that let a member in no more. */
export async function bannedFrom(
  { db }: Services,
  userId: ObjectId,
  circleIds: readonly ObjectId[],
): Promise<Set<string>> {
  const bans = await db.models.CircleBan.find({ userId, circleId: { $in: [...circleIds] } }).lean();
  return new Set(bans.map(({ circleId }) => String(circleId)));
}
