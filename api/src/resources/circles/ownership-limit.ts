import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import { notEnded } from './circle.model.ts';

/** Whether a member owns the most allowed circles, 50 (D28). Exact across processes, in the transaction that adds another one. */
export async function isAtOwnershipLimit({ db }: Services, ownerId: ObjectId): Promise<boolean> {
  await db.models.User.updateOne({ _id: ownerId }, { $inc: { countedActs: 1 } });
  const owned = await db.models.Circle.countDocuments({ ownerId, ...notEnded });
  return owned >= serverLimits.circles.owned;
}
