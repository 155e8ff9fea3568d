import { errorCodes } from '@frens/contract/errors';
import type { ObjectId } from '../../database/ids.ts';
import { conflict } from '../../errors.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';

/** Throws 409 if a member is at the membership limit. */
export async function assertMembershipLimit(services: Services, userId: ObjectId): Promise<void> {
  if (await isAtMembershipLimit(services, userId)) throw conflict(errorCodes.tooManyCircles);
}

/** Whether a member is in 200 circles (D29). Exact across processes, in the transaction that adds another one. */
export async function isAtMembershipLimit(services: Services, userId: ObjectId): Promise<boolean> {
  await services.db.models.User.updateOne({ _id: userId }, { $inc: { countedActs: 1 } });
  return hasMaxMemberships(services, await services.db.models.Membership.distinct('circleId', { userId }));
}

/**
 * The same without the write, so possibly stale: enough for what a page offers, not for enforcing the limit.
 *
 * @param circleIds the circles that the member is in
 */
export async function hasMaxMemberships({ db }: Services, circleIds: readonly ObjectId[]): Promise<boolean> {
  const joined = circleIds.length;
  if (joined < serverLimits.circles.joined) return false;
  // Ended circles do not count, because nobody can leave them.
  const ended = await db.models.Circle.countDocuments({
    _id: { $in: [...circleIds] },
    $or: [{ endedAt: { $exists: true } }, { removedAt: { $exists: true } }],
  });
  return joined - ended >= serverLimits.circles.joined;
}
