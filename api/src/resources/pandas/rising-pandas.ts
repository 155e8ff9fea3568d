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

/** What rises, of each server: the same for every caller, and read anew twice a minute at most. */
const readers = new WeakMap<Services, () => Promise<ObjectId[]>>();

/**
 * The Pandas with most new confirmed backers in seven days, most first (D47): of the newest backings, so many as are read at once.
 *
 * @param findExcluded which of some Pandas are not for the caller, by their ids
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
  const fitting = pandas.filter(
    (panda) => textsContain([pandaNameIn(panda, language)], q) && (!kind || panda.topTrait === kind),
  );
  const out = await findExcluded(fitting);
  const byId = new Map(fitting.map((panda) => [String(panda._id), panda]));
  return ids.flatMap((id) => (out.has(String(id)) ? [] : (byId.get(String(id)) ?? []))).slice(0, limit);
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
  // Equals stay in the order of their newest backers.
  return [...counts.values()]
    .sort((one, other) => other.backers - one.backers)
    .slice(0, listed)
    .map(({ id }) => id);
}
