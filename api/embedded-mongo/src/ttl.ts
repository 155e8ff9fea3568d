import { makeTick } from './commands/context.ts';
import { expire } from './commands/indexes.ts';
import type { Engine } from './engine.ts';
import { find } from './query/find.ts';
import { walkPath } from './query/paths.ts';
import type { Collection, Index } from './storage/catalog.ts';
import type { Document } from './values/decode.ts';

const perRun = 1000;

/** Removes what has expired, a thousand documents at a time, until nothing is left. */
export async function removeExpired(engine: Engine, now = Date.now()): Promise<void> {
  for (const collection of engine.catalog.all()) {
    for (const index of collection.indexes) {
      if (index.expireAfterSeconds === undefined || index.building) continue;
      while ((await removeSome(engine, collection, index, now)) === perRun) {
        // The next thousand.
      }
    }
  }
}

async function removeSome(
  engine: Engine,
  collection: Collection,
  index: Index,
  now: number,
): Promise<number> {
  const [field] = index.fields;
  if (!field) return 0;
  const limit = now - (index.expireAfterSeconds ?? 0) * 1000;
  const isExpired = (doc: Document): boolean => {
    if (index.matchesPartial && !index.matchesPartial(doc)) return false;
    const old = (value: unknown): boolean => value instanceof Date && value.getTime() <= limit;
    return walkPath(doc, field.parts, (value) => (Array.isArray(value) ? value.some(old) : old(value)));
  };
  const filter = { [field.path]: { $lte: new Date(limit) }, ...index.partialFilter };
  const request = { filter, sort: [], skip: 0, limit: perRun, match: {} };
  const ids: number[] = [];
  for (const found of find(engine.latest, collection, request, makeTick(undefined)))
    if (found) ids.push(found.recordId);
  if (ids.length === 0) return 0;
  return engine.write(() => expire({ engine }, collection, ids, isExpired));
}
