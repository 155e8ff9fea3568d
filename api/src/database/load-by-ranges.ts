import type { ModelOf } from './any-model.ts';

/** How many documents a walk through a whole collection holds at a time. */
export const rangeSize = 500;

interface Options {
  size?: number;
}

/**
 * Walks through a whole collection by ranges of ids: memory stays bounded, and no cursor or snapshot stays open while the caller
 * works on a range.
 */
export async function* readByRanges<Doc extends { _id: unknown }>(
  model: ModelOf<Doc>,
  { size = rangeSize }: Options = {},
): AsyncGenerator<Doc[]> {
  let last: unknown;
  for (;;) {
    const filter = last === undefined ? {} : { _id: { $gt: last } };
    const docs = await model
      // Safe: every id is compared with ids of its own kind.
      .find(filter as object)
      .sort({ _id: 1 })
      .limit(size)
      .lean<Doc[]>();
    if (docs.length > 0) yield docs;
    if (docs.length < size) return;
    last = docs.at(-1)?._id;
  }
}
