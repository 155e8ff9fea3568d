import { quotientOf } from '@frens/contract/quotient';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { Panda } from '../pandas/panda.model.ts';
import { recordScore } from './record-score.ts';
import { reorderPanda } from './reorder-panda.ts';

/** Increments of a Panda's denormalised totals. */
export interface TotalsChange {
  totalStaked?: number;
  uniqueBackers?: number;
  counted?: Partial<Panda['counted']>;
}

/** Computes the quotient and its parts from their inputs (D38). */
export function quotientFor(counted: Panda['counted']): Pick<Panda, 'quotient' | 'quotientParts'> {
  const { total, parts } = quotientOf({ ...counted, quizDone: true });
  return { quotient: total, quotientParts: parts };
}

/**
 * Increments a Panda's denormalised totals in the transaction of their cause, at a cost independent of its backers (D35).
 * The caller must have read `panda` in the same transaction, so that no concurrent change is lost.
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
