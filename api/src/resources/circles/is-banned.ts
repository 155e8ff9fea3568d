import { batchFind } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';

/** Whether a member is banned from a circle (D32). */
export async function isBanned({ db }: Services, circleId: ObjectId, userId: ObjectId): Promise<boolean> {
  return (await db.models.CircleBan.exists({ userId, circleId })) !== null;
}

/** The ids of the circles that a member is banned from: few, mostly none. */
export async function bannedFrom({ db }: Services, userId: ObjectId): Promise<Set<string>> {
  const bans = await batchFind(db.models.CircleBan, { userId });
  return new Set(bans.map(({ circleId }) => String(circleId)));
}
