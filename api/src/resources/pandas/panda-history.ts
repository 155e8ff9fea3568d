import type { PandaHistory } from '@frens/contract';
import { toBamboo } from '@frens/contract/bamboo';
import { serverLimits } from '../../limits.ts';
import { newestFirst } from '../../paging.ts';
import type { Services } from '../../services.ts';
import { poolOf } from '../wallet/ledger.ts';
import type { Panda } from './panda.model.ts';

const { points: pointsTold, movements: movementsRead } = serverLimits.pandaHistory;

/** How a Panda's quotient and what is staked on it have changed, by days, oldest first: the first from its points, the other from the ledger (D38). */
export async function readHistory(services: Services, panda: Panda): Promise<PandaHistory> {
  const points = await services.db.models.PandaPoint.find({ pandaId: panda._id })
    .sort({ day: -1 })
    .limit(pointsTold)
    .lean();
  return {
    quotient: points
      .toReversed()
      .map(({ day, quotient }) => ({ day: dayOf(day), value: (quotient / 10).toFixed(1) })),
    staked: await stakedByDay(services, panda),
  };
}

/** What the pool held at the end of each day on which it moved, as far back as the movements that are read. */
async function stakedByDay({ db }: Services, { _id }: Panda): Promise<PandaHistory['staked']> {
  const pool = poolOf(_id);
  const postings = await db.models.Posting.find({ 'legs.account': pool }, { legs: 1, createdAt: 1 })
    .sort(newestFirst)
    .limit(movementsRead)
    .lean();
  const closing = new Map<string, string>();
  for (const { legs, createdAt } of postings) {
    const held = legs.find(({ account }) => account === pool)?.balanceAfter;
    const day = dayOf(createdAt);
    // The newest of a day is met first.
    if (typeof held === 'number' && !closing.has(day)) closing.set(day, toBamboo(held));
  }
  return [...closing].toReversed().map(([day, value]) => ({ day, value }));
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
