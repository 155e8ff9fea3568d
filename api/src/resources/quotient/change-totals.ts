import { quotientOf } from '@frens/contract/quotient';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { Panda } from '../pandas/panda.model.ts';
import { recordScore } from './record-score.ts';
import { reorderPanda } from './reorder-panda.ts';

/** By how much the stored totals of a Panda change. */
export interface TotalsChange {
  totalStaked?: number;
  uniqueBackers?: number;
  counted?: Partial<Panda['counted']>;
}

/** The quotient and its parts, from what they count (D38). */
export function quotientFor(counted: Panda['counted']): Pick<Panda, 'quotient' | 'quotientParts'> {
  const { total, parts } = quotientOf({ ...counted, quizDone: true });
  return { quotient: total, quotientParts: parts };
}

/**
 * Moves the stored totals of a Panda by what changed, in the transaction of the cause, however many back it (D35). The
 * Panda was read in that same transaction, so nobody else has changed it since.
 */
export async function changeTotals(
  services: Services,
  panda: Panda,
  { totalStaked = 0, uniqueBackers = 0, counted = {} }: TotalsChange,
): Promise<Panda> {
  const { staked = 0, backers = 0, connections = 0, matches = 0 } = counted;
  const sums = {
    staked: panda.counted.staked + staked,
    backers: panda.counted.backers + backers,
    connections: panda.counted.connections + connections,
    matches: panda.counted.matches + matches,
  };
  const changed = { counted: sums, ...quotientFor(sums) };
  const { matchedCount } = await services.db.models.Panda.updateOne(
    { _id: panda._id },
    { $inc: { totalStaked, uniqueBackers }, $set: changed },
  );
  if (matchedCount === 0) throw notFound();
  const after = {
    ...panda,
    ...changed,
    totalStaked: panda.totalStaked + totalStaked,
    uniqueBackers: panda.uniqueBackers + uniqueBackers,
  };
  await reorderPanda(services, panda, after);
  if (after.quotient !== panda.quotient) await recordScore(services, panda._id, after.quotient);
  return after;
}
