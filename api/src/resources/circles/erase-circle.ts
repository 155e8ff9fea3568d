import { z } from 'zod';
import { day, hour, minute, second } from '../../clock.ts';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import type { JobKind } from '../../jobs/queue.ts';
import { handler, type JobHandler } from '../../jobs/worker.ts';
import type { Services } from '../../services.ts';
import { circleKey } from './circle.model.ts';
import { deleteCircleParts } from './delete-circle-parts.ts';

/** Erases an ended circle after its retention period (D32). */
export const eraseCircle: JobKind<{ circleId: string }> = {
  name: 'erase-circle',
  payload: z.object({ circleId: z.string() }),
  retryAfter: [minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, ...Array.from({ length: 14 }, () => day)],
};

/** Memberships per transaction. */
const batchSize = 200;
/** How long one run may delay the other jobs of its process, in milliseconds; it still completes its current batch. */
const timeSlice = second;

/** Deletes a batch of an ended circle's memberships and parts; the last batch deletes the circle. Returns whether there are more. */
async function eraseBatch(services: Services, circleId: ObjectId): Promise<boolean> {
  const { db } = services;
  const { Circle, Membership } = db.models;
  return db.transaction(
    async () => {
      const batch = await Membership.find({ circleId }, { _id: 1 }).limit(batchSize).lean();
      const arePartsGone = await deleteCircleParts(services, circleId, batchSize);
      const isLast = batch.length < batchSize && arePartsGone;
      const { deletedCount } = await Membership.deleteMany({ _id: { $in: batch.map(({ _id }) => _id) } });
      if (isLast) await Circle.deleteOne({ _id: circleId });
      else await Circle.updateOne({ _id: circleId }, { $inc: { memberCount: -deletedCount } });
      return !isLast;
    },
    { lockKeys: [circleKey(circleId)] },
  );
}

/** Handles the job that ending a circle queues. Idempotent: it can stop at any point, resume, and run twice at once. */
export function eraseCircleHandler(services: Services): JobHandler {
  return handler(eraseCircle, async ({ circleId }) => {
    const until = performance.now() + timeSlice;
    const id = idFrom(circleId);
    while (await eraseBatch(services, id)) if (performance.now() > until) return 'unfinished';
    return undefined;
  });
}
