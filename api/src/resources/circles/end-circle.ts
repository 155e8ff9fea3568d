import { limits } from '@frens/contract/limits';
import { day, fromNow } from '../../clock.ts';
import type { ObjectId } from '../../database/ids.ts';
import { invalidField } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { keyOf, type User } from '../members/user.model.ts';
import { eraseCircle } from './erase-circle.ts';
import { findOwnCircle } from './find-circle.ts';

/**
 * Soft-deletes a circle: hides it from everybody at once, and queues the job that erases it after the retention period (D32).
 *
 * @param confirm the circle's name, typed by its owner as a confirmation
 */
export async function endCircle(
  services: Services,
  owner: User,
  circleId: ObjectId,
  confirm: string,
): Promise<void> {
  const { Circle, CircleEntry } = services.db.models;
  const { name } = await findOwnCircle(services, owner._id, circleId);
  if (keyOf(confirm) !== keyOf(name)) throw invalidField('confirm', 'validation.confirmCircle');
  await Circle.updateOne({ _id: circleId }, { $set: { endedAt: services.clock.now() } });
  await CircleEntry.deleteOne({ _id: circleId });
  const runAt = fromNow(services.clock, limits.circles.keptAfterEndDays * day);
  await services.jobs.add(eraseCircle, { circleId: String(circleId) }, { runAt });
}
