import { countedStake } from '@frens/contract/quotient';
import { z } from 'zod';
import { minute } from '../../clock.ts';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import type { JobKind } from '../../jobs/queue.ts';
import { handler, type JobHandler } from '../../jobs/worker.ts';
import type { Services } from '../../services.ts';
import { changeTotals } from './change-totals.ts';

/** Backings counted in one transaction; a job counts the rest (D35). */
const batchSize = 100;

/**
 * Counts up to a hundred backings of a member whose address was just confirmed in the Pandas' quotients, in the caller's
 * transaction. Returns whether more may be left.
 */
export async function countBackings({ db, ...rest }: Services, backerId: ObjectId): Promise<boolean> {
  const { Backing, Panda } = db.models;
  const uncounted = await Backing.find({ backerId, standing: 'unconfirmed' }).limit(batchSize).lean();
  for (const { _id, pandaId, amount } of uncounted) {
    await Backing.updateOne({ _id }, { $set: { standing: 'confirmed', confirmedAt: rest.clock.now() } });
    const panda = await Panda.findById(pandaId).lean();
    if (!panda) continue;
    const counted = { staked: countedStake(amount), backers: 1 };
    await changeTotals({ db, ...rest }, panda, { counted });
  }
  return uncounted.length === batchSize;
}

/**
 * Counts all backings of a member in batches, each in its own transaction. Idempotent: it can be interrupted at any time and
 * restarted.
 */
export async function countBackingsInBatches(services: Services, backerId: ObjectId): Promise<void> {
  while (await services.db.transaction(() => countBackings(services, backerId))) {
    // The next batch.
  }
}

/** Job that counts the backings that exceed the confirmation's transaction (D35). */
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
