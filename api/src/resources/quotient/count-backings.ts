import { countedStake } from '@frens/contract/quotient';
import { z } from 'zod';
import { minute } from '../../clock.ts';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import type { JobKind } from '../../jobs/queue.ts';
import { handler, type JobHandler } from '../../jobs/worker.ts';
import type { Services } from '../../services.ts';
import { changeTotals } from './change-totals.ts';

/** A cause that touches more Pandas than this goes by the queue of jobs (D35). */
const batchSize = 100;

/**
 * Counts a member's backings in the quotients, now that their address is confirmed: at most a hundred, in the caller's
 * transaction. Returns whether more are left.
 */
export async function countBackings({ db, ...rest }: Services, backerId: ObjectId): Promise<boolean> {
  const { Backing, Panda } = db.models;
  const waiting = await Backing.find({ backerId, standing: 'unconfirmed' }).limit(batchSize).lean();
  for (const { _id, pandaId, amount } of waiting) {
    await Backing.updateOne({ _id }, { $set: { standing: 'confirmed', confirmedAt: rest.clock.now() } });
    const panda = await Panda.findById(pandaId).lean();
    if (!panda) continue;
    const counted = { staked: countedStake(amount), backers: 1 };
    await changeTotals({ db, ...rest }, panda, { counted });
  }
  return waiting.length === batchSize;
}

/**
 * The body of the job for a member who backs more than a hundred Pandas: batch by batch, each a transaction of its own.
 * It may end at any moment and begin again.
 */
export async function countBackingsInBatches(services: Services, backerId: ObjectId): Promise<void> {
  while (await services.db.transaction(() => countBackings(services, backerId))) {
    // The next batch.
  }
}

/** Counting the backings that were too many for the transaction of the confirmation (D35). */
export const countRemainingBackings: JobKind<{ memberId: string }> = {
  name: 'count-backings',
  payload: z.object({ memberId: z.string() }),
  retryAfter: [minute, 5 * minute, 30 * minute, 60 * minute],
};

export function countBackingsHandler(services: Services): JobHandler {
  return handler(countRemainingBackings, ({ memberId }) =>
    countBackingsInBatches(services, idFrom(memberId)),
  );
}
