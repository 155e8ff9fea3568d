import type { ModelOf } from './any-model.ts';

/** Batch size for iterating over a whole collection. */
export const rangeSize = 500;

/**
 * Iterates over a whole collection by id ranges: bounded memory, and no cursor or snapshot stays open while the caller processes a
 * batch.
 */
export async function* readByRanges<Doc extends { _id: unknown }>(
  model: ModelOf<Doc>,
  { size = rangeSize }: { size?: number } = {},
): AsyncGenerator<Doc[]> {
  let last: unknown;
  for (;;) {
    const filter = last === undefined ? {} : { _id: { $gt: last } };
    const docs = await model
      // Safe: ids are compared with ids of the same type.
      .find(filter as object)
      .sort({ _id: 1 })
      .limit(size)
      .lean<Doc[]>();
    if (docs.length > 0) yield docs;
    if (docs.length < size) return;
    last = docs.at(-1)?._id;
  }
}
