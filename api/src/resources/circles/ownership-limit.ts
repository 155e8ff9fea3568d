import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import { notEnded } from './circle.model.ts';

/** Whether a member has the 50 circles that one may have (D28), exactly, in all processes; in the transaction that would add one. */
export async function ownsTooMany({ db }: Services, ownerId: ObjectId): Promise<boolean> {
  await db.models.User.updateOne({ _id: ownerId }, { $inc: { countedActs: 1 } });
  const owned = await db.models.Circle.countDocuments({ ownerId, ...notEnded });
  return owned >= serverLimits.circles.owned;
}
