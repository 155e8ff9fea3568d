import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { pointOf } from './panda-point.model.ts';

/** Upserts today's point of a Panda's quotient, in the transaction that created or changed it (D38). */
export async function recordScore(
  { db, clock }: Services,
  pandaId: ObjectId,
  quotient: string,
): Promise<void> {
  const { day, quotient: tenths } = pointOf(quotient, clock.now());
  await db.models.PandaPoint.updateOne({ pandaId, day }, { $set: { quotient: tenths } }, { upsert: true });
}
