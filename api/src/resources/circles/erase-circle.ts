import { z } from 'zod';
import { day, hour, minute, second } from '../../clock.ts';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import type { JobKind } from '../../jobs/queue.ts';
import { handler, type JobHandler } from '../../jobs/worker.ts';
import type { Services } from '../../services.ts';
import { circleKey } from './circle.model.ts';
import { deleteParts } from './circle-permissions.ts';

/** Erasing a circle that ended long enough ago (D32). */
export const eraseCircle: JobKind<{ circleId: string }> = {
  name: 'erase-circle',
  payload: z.object({ circleId: z.string() }),
  retryAfter: [minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, ...Array.from({ length: 14 }, () => day)],
};

/** So many memberships go in one transaction. */
const batchSize = 200;
/** How long erasing holds up other jobs of its process at most, but for the batch at hand. */
const turn = second;

/** Takes a batch of members out of an ended circle, and the circle with the last of them. Returns whether there is more. */
async function eraseBatch(services: Services, circleId: ObjectId): Promise<boolean> {
  const { db } = services;
  const { Circle, Membership } = db.models;
  return db.transaction(
    async () => {
      const batch = await Membership.find({ circleId }, { _id: 1 }).limit(batchSize).lean();
      const arePartsGone = await deleteParts(services, circleId, batchSize);
      const isLast = batch.length < batchSize && arePartsGone;
      const { deletedCount } = await Membership.deleteMany({ _id: { $in: batch.map(({ _id }) => _id) } });
      if (isLast) await Circle.deleteOne({ _id: circleId });
      else await Circle.updateOne({ _id: circleId }, { $inc: { memberCount: -deletedCount } });
      return !isLast;
    },
    { lockKeys: [circleKey(circleId)] },
  );
}

/** Does the job that an ended circle left. It may end at any moment, begin again and be done twice at once. */
export function eraseCircleHandler(services: Services): JobHandler {
  return handler(eraseCircle, async ({ circleId }) => {
    const until = performance.now() + turn;
    const id = idFrom(circleId);
    while (await eraseBatch(services, id)) if (performance.now() > until) return 'unfinished';
    return undefined;
  });
}
