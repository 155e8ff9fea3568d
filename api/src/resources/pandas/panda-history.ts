import type { PandaHistory } from '@frens/contract';
import { toBamboo } from '@frens/contract/bamboo';
import { day as oneDay } from '../../clock.ts';
import { serverLimits } from '../../limits.ts';
import { newestFirst } from '../../paging.ts';
import type { Services } from '../../services.ts';
import { poolOf } from '../wallet/ledger.ts';
import type { Panda } from './panda.model.ts';

const limits = serverLimits.pandaHistory;

/**
 * Reads the daily history of a Panda's quotient (from its points) and of its staked BAMBOO (from the ledger), oldest first (D38).
 * A long history is downsampled to the number of points that a chart can show.
 */
export async function readHistory(services: Services, panda: Panda): Promise<PandaHistory> {
  const points = await services.db.models.PandaPoint.find({ pandaId: panda._id })
    .sort({ day: -1 })
    .limit(limits.days)
    .lean();
  return {
    quotient: downsample(points.toReversed()).map(({ day, quotient }) => ({
      day: dayOf(day),
      value: (quotient / 10).toFixed(1),
    })),
    staked: downsample(await stakedByDay(services, panda)),
  };
}

type PoolId = ReturnType<typeof poolOf>;

interface Movement {
  legs: readonly { account: unknown; balanceAfter?: number | null | undefined }[];
  createdAt: Date;
}

/** The pool's closing balance of each day with a posting; before the newest `limits.movements` postings, of sampled days only. */
async function stakedByDay(services: Services, { _id }: Panda): Promise<PandaHistory['staked']> {
  const pool = poolOf(_id);
  const newest = await movements(services, { 'legs.account': pool }, limits.movements);
  const oldest = newest.at(-1);
  const earlier =
    oldest && newest.length === limits.movements ? await earlierDays(services, pool, oldest.createdAt) : [];
  const closing = new Map<string, string>();
  for (const { legs, createdAt } of [...newest, ...earlier]) {
    const balance = legs.find(({ account }) => account === pool)?.balanceAfter;
    const day = dayOf(createdAt);
    // Postings come newest first, so the first one of a day has its closing balance.
    if (typeof balance === 'number' && !closing.has(day)) closing.set(day, toBamboo(balance));
  }
  return [...closing].toReversed().map(([day, value]) => ({ day, value }));
}

/** Samples the closing postings of evenly spread days before a time, newest first, with one index lookup for each. */
async function earlierDays(services: Services, pool: PoolId, before: Date): Promise<Movement[]> {
  const { Posting } = services.db.models;
  const [first] = await Posting.find({ 'legs.account': pool }, { createdAt: 1 })
    .sort({ createdAt: 1, _id: 1 })
    .limit(1)
    .lean();
  if (!first) return [];
  const begin = first.createdAt.getTime();
  const step = (before.getTime() - begin) / limits.moments;
  const ends = Array.from({ length: limits.moments }, (_, n) => beginOfDay(before.getTime() - n * step));
  const dayEnds = [...new Set([...ends, beginOfDay(begin) + oneDay])].filter((end) => end > begin);
  const found = await Promise.all(
    dayEnds.map((end) =>
      movements(
        services,
        { 'legs.account': pool, createdAt: { $lt: new Date(Math.min(end, before.getTime())) } },
        1,
      ),
    ),
  );
  return found.flat();
}

function movements({ db }: Services, filter: object, limit: number): Promise<Movement[]> {
  return db.models.Posting.find(filter, { legs: 1, createdAt: 1 }).sort(newestFirst).limit(limit).lean();
}

/** Downsamples a list to at most `limits.points` evenly spread items, including the first and the last. */
function downsample<Item>(items: readonly Item[]): Item[] {
  if (items.length <= limits.points) return [...items];
  const gap = (items.length - 1) / (limits.points - 1);
  return Array.from({ length: limits.points }, (_, n) => items[Math.round(n * gap)]).filter(
    (item) => item !== undefined,
  );
}

const beginOfDay = (time: number) => Math.floor(time / oneDay) * oneDay;
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
