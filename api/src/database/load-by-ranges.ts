import type { ModelOf } from './any-model.ts';

/** How many documents are held at a time by whatever goes through a whole collection. */
export const rangeSize = 500;

interface Options {
  size?: number;
}

/**
 * Goes through a whole collection in the order of its ids, a range at a time: memory stays bounded, and no cursor or
 * snapshot stays open while the caller works on a range.
 */
export async function* readByRanges<Doc extends { _id: unknown }>(
  model: ModelOf<Doc>,
  { size = rangeSize }: Options = {},
): AsyncGenerator<Doc[]> {
  let last: unknown;
  for (;;) {
    const filter = last === undefined ? {} : { _id: { $gt: last } };
    const docs = await model
      // True because every id is compared with ids of its own kind.
      .find(filter as object)
      .sort({ _id: 1 })
      .limit(size)
      .lean<Doc[]>();
    if (docs.length > 0) yield docs;
    if (docs.length < size) return;
    last = docs.at(-1)?._id;
  }
}
