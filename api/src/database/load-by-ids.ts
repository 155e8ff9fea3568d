import type { ProjectionType } from 'mongoose';
import type { ModelOf } from './any-model.ts';
import { rangeSize } from './load-by-ranges.ts';

/**
 * Loads documents by id in bounded chunks: for thousands of keys a database may prefer a full collection scan (embedded-mongo from
 * 2,000 on).
 *
 * @param ids may contain duplicates
 */
export async function* readByIds<Doc extends { _id: unknown }>(
  model: ModelOf<Doc>,
  ids: ReadonlyArray<Doc['_id']>,
  projection: ProjectionType<Doc> = {},
): AsyncGenerator<Doc[]> {
  const each = [...new Map(ids.map((id) => [String(id), id])).values()];
  for (let read = 0; read < each.length; read += rangeSize) {
    // Safe: all ids belong to this model.
    const filter = { _id: { $in: each.slice(read, read + rangeSize) } } as object;
    yield await model.find(filter, projection).lean<Doc[]>();
  }
}
