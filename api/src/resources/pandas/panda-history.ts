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
 * How a Panda's quotient and what is staked on it have changed over its whole time, by days, oldest first: the first from its points, the
 * other from the ledger (D38). Of a long time so many days are told as a chart can show.
 */
export async function readHistory(services: Services, panda: Panda): Promise<PandaHistory> {
  const points = await services.db.models.PandaPoint.find({ pandaId: panda._id })
    .sort({ day: -1 })
    .limit(limits.days)
    .lean();
  return {
    quotient: thinned(points.toReversed()).map(({ day, quotient }) => ({
      day: dayOf(day),
      value: (quotient / 10).toFixed(1),
    })),
    staked: thinned(await stakedByDay(services, panda)),
  };
}

type PoolId = ReturnType<typeof poolOf>;

interface Movement {
  legs: readonly { account: unknown; balanceAfter?: number | null | undefined }[];
  createdAt: Date;
}

/** What the pool held at the end of each day on which it moved; of the time before the newest movements, of some of those days. */
async function stakedByDay(services: Services, { _id }: Panda): Promise<PandaHistory['staked']> {
  const pool = poolOf(_id);
  const newest = await movements(services, { 'legs.account': pool }, limits.movements);
  const oldest = newest.at(-1);
  const earlier =
    oldest && newest.length === limits.movements ? await earlierDays(services, pool, oldest.createdAt) : [];
  const closing = new Map<string, string>();
  for (const { legs, createdAt } of [...newest, ...earlier]) {
    const held = legs.find(({ account }) => account === pool)?.balanceAfter;
    const day = dayOf(createdAt);
    // The newest of a day is met first.
    if (typeof held === 'number' && !closing.has(day)) closing.set(day, toBamboo(held));
  }
  return [...closing].toReversed().map(([day, value]) => ({ day, value }));
}

/** The last movements of days before a time, spread evenly from the first of all, newest first: one look into the index each. */
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
  const looked = [...new Set([...ends, beginOfDay(begin) + oneDay])].filter((end) => end > begin);
  const found = await Promise.all(
    looked.map((end) =>
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

/** So many of a list as are told, evenly spread, with its first and its last. */
function thinned<Item>(items: readonly Item[]): Item[] {
  if (items.length <= limits.points) return [...items];
  const gap = (items.length - 1) / (limits.points - 1);
  return Array.from({ length: limits.points }, (_, n) => items[Math.round(n * gap)]).filter(
    (item) => item !== undefined,
  );
}

const beginOfDay = (time: number) => Math.floor(time / oneDay) * oneDay;
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
