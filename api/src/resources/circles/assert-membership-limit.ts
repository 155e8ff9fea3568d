import { errorCodes } from '@frens/contract/errors';
import type { ObjectId } from '../../database/ids.ts';
import { conflict } from '../../errors.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';

/** Refuses a member who would be in more circles than one may be in. */
export async function assertMembershipLimit(services: Services, userId: ObjectId): Promise<void> {
  if (await isInTooMany(services, userId)) throw conflict(errorCodes.tooManyCircles);
}

/** 200 circles that a member is in (D29), exactly, in all processes; in the transaction that adds one. */
export async function isInTooMany(services: Services, userId: ObjectId): Promise<boolean> {
  await services.db.models.User.updateOne({ _id: userId }, { $inc: { countedActs: 1 } });
  return isFull(services, await services.db.models.Membership.distinct('circleId', { userId }));
}

/**
 * The same as far as can be told without writing: what a page offers, not what an act goes by.
 *
 * @param circleIds those that the member is in
 */
export async function isFull({ db }: Services, circleIds: readonly ObjectId[]): Promise<boolean> {
  const joined = circleIds.length;
  if (joined < serverLimits.circles.joined) return false;
  // Who was in one that has ended cannot leave it: it does not count.
  const ended = await db.models.Circle.countDocuments({
    _id: { $in: [...circleIds] },
    $or: [{ endedAt: { $exists: true } }, { removedAt: { $exists: true } }],
  });
  return joined - ended >= serverLimits.circles.joined;
}
