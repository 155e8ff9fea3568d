import type { ProjectionType } from 'mongoose';
import type { ModelOf } from './any-model.ts';
import { rangeSize } from './load-by-ranges.ts';

/**
 * Reads documents by their ids, as many as they are, so many a query: asked for thousands at once, a database that is not told
 * otherwise reads its whole collection instead (embedded-mongo from 2,000 on).
 *
 * @param ids any of them twice is read once
 */
export async function* readByIds<Doc extends { _id: unknown }>(
  model: ModelOf<Doc>,
  ids: ReadonlyArray<Doc['_id']>,
  projection: ProjectionType<Doc> = {},
): AsyncGenerator<Doc[]> {
  const each = [...new Map(ids.map((id) => [String(id), id])).values()];
  for (let read = 0; read < each.length; read += rangeSize) {
    // True because every id is one of this model's.
    const filter = { _id: { $in: each.slice(read, read + rangeSize) } } as object;
    yield await model.find(filter, projection).lean<Doc[]>();
  }
}
