import { errorCodes } from '@frens/contract/errors';
import type { ObjectId } from '../../database/ids.ts';
import { conflict } from '../../errors.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';

/** 200 circles that a member is in (D29), exactly, in all processes; in the transaction that adds one. */
export async function refuseTooManyJoined({ db }: Services, userId: ObjectId): Promise<void> {
  await db.models.User.updateOne({ _id: userId }, { $inc: { countedActs: 1 } });
  const joined = await db.models.Membership.countDocuments({ userId });
  if (joined < serverLimits.circles.joined) return;
  // Who was in one that has ended cannot leave it: it does not count.
  const circleIds = await db.models.Membership.distinct('circleId', { userId });
  const ended = await db.models.Circle.countDocuments({
    _id: { $in: circleIds },
    endedAt: { $exists: true },
  });
  if (joined - ended >= serverLimits.circles.joined) throw conflict(errorCodes.tooManyCircles);
}
