import type { Language, ParsedQuery } from '@frens/contract';
import { textsContain } from '@frens/contract/search-text';
import { ago, day, second } from '../../clock.ts';
import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import { cacheWithTtl } from '../../ttl-cache.ts';
import { notHidden, type Panda } from './panda.model.ts';
import { pandaNameIn } from './panda-name.policy.ts';

const { days, backingsRead, listed, keptSeconds } = serverLimits.rising;

/** The TTL cache of the ranking, one per server: all callers share it, and it is refreshed at most twice a minute. */
const readers = new WeakMap<Services, () => Promise<ObjectId[]>>();

/**
 * Lists the Pandas with the most new confirmed backers in seven days (D47), counted in the newest `backingsRead` backings.
 *
 * @param findExcluded returns the ids of the Pandas that are hidden from the caller
 */
export async function listRising(
  services: Services,
  { q = '', kind, limit }: ParsedQuery<'GET /api/pandas'>,
  language: Language,
  findExcluded: (pandas: readonly Panda[]) => Promise<ReadonlySet<string>>,
): Promise<Panda[]> {
  const ids = await risingIds(services);
  if (ids.length === 0) return [];
  const pandas = await services.db.models.Panda.find({ _id: { $in: ids }, ...notHidden }).lean();
  const matching = pandas.filter(
    (panda) => textsContain([pandaNameIn(panda, language)], q) && (!kind || panda.topTrait === kind),
  );
  const excluded = await findExcluded(matching);
  const byId = new Map(matching.map((panda) => [String(panda._id), panda]));
  return ids.flatMap((id) => (excluded.has(String(id)) ? [] : (byId.get(String(id)) ?? []))).slice(0, limit);
}

function risingIds(services: Services): Promise<ObjectId[]> {
  const { clock } = services;
  const read =
    readers.get(services) ??
    cacheWithTtl(
      keptSeconds * second,
      () => countRising(services),
      () => clock.now().getTime(),
    );
  readers.set(services, read);
  return read();
}

async function countRising({ db, clock }: Services): Promise<ObjectId[]> {
  const since = ago(clock, days * day);
  const backings = await db.models.Backing.find({ confirmedAt: { $gt: since } }, { pandaId: 1 })
    .sort({ confirmedAt: -1 })
    .limit(backingsRead)
    .lean();
  const counts = new Map<string, { id: ObjectId; backers: number }>();
  for (const { pandaId: id } of backings) {
    const count = counts.get(String(id)) ?? { id, backers: 0 };
    counts.set(String(id), { id, backers: count.backers + 1 });
  }
  // The sort is stable: Pandas with equal counts stay in the order of their newest backers.
  return [...counts.values()]
    .sort((one, other) => other.backers - one.backers)
    .slice(0, listed)
    .map(({ id }) => id);
}
