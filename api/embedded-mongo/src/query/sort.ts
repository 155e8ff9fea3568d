import { check } from '../input.ts';
import { KeyWriter } from '../values/keys.ts';
import { show } from '../values/show.ts';
import { isDocument, toNumber } from '../values/types.ts';
import type { Collation } from './collation.ts';
import { valuesTogether } from './paths.ts';

/** One field of a sort order. */
export interface SortField {
  readonly path: string;
  readonly parts: string[];
  readonly descending: boolean;
}

/** Parses a sort specification. @throws MongoDB's errors for an invalid one */
export function parseSort(spec: unknown): SortField[] {
  if (spec === undefined || spec === null) return [];
  check(isDocument(spec), 14, 'Expected field sort to be of type object');
  return Object.entries(spec).map(([path, value]) => {
    const direction = toNumber(value);
    const isMeta = isDocument(value) && '$meta' in value;
    check(!isMeta, 40218, 'query requires text score metadata, but it is not available');
    const text = (): string => `Illegal key in $sort specification: ${path}: ${show(value)}`;
    check(direction !== undefined, 15974, text);
    const isDirection = Math.abs(direction) === 1;
    check(isDirection, 15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    return { path, parts: path.split('.'), descending: direction === -1 };
  });
}

/** A document's sort key: the smallest of the keys that its arrays give. */
function sortKey(doc: unknown, fields: readonly SortField[], writer: KeyWriter): Buffer {
  const tuples = valuesTogether(doc, fields);
  check(tuples, 2, 'cannot sort with keys that are parallel arrays');
  const keys = tuples.map((tuple) => {
    for (const [i, value] of tuple.entries()) writer.value(value ?? null, fields[i]?.descending);
    return writer.finish();
  });
  return keys.reduce((best, key) => (Buffer.compare(key, best) < 0 ? key : best));
}

/** A stable top-k sort that holds at most about twice its limit of items. */
export class TopSorter<T> {
  private readonly entries: { item: T; key: Buffer }[] = [];
  private readonly fields: readonly SortField[];
  private readonly limit: number;
  private readonly writer: KeyWriter;

  constructor(fields: readonly SortField[], limit: number, collation?: Collation) {
    this.fields = fields;
    this.limit = limit;
    this.writer = new KeyWriter(collation);
  }

  add(item: T, doc: unknown): void {
    this.entries.push({ item, key: sortKey(doc, this.fields, this.writer) });
    if (this.entries.length >= this.limit * 2 + 1000) this.finish();
  }

  finish(): T[] {
    this.entries.sort((a, b) => Buffer.compare(a.key, b.key)).splice(this.limit);
    return this.entries.map(({ item }) => item);
  }
}

/** Sorts an array by value (`1`, `-1`) or by fields, for `$push` with `$sort` and for `$sortArray`. */
export function sortArray(array: readonly unknown[], spec: unknown, collation?: Collation): unknown[] {
  const directions = isDocument(spec) ? Object.values(spec) : [spec];
  const isSorted = directions.every((direction) => Math.abs(toNumber(direction) ?? 0) === 1);
  check(isSorted, 2, 'The $sort element value must be either 1 or -1');
  // Wrapped in an array, so that an array value is compared as a whole.
  const fields = parseSort(isDocument(spec) ? spec : { value: spec });
  const sorter = new TopSorter<unknown>(fields, array.length, collation);
  for (const item of array) sorter.add(item, isDocument(spec) ? item : { value: [item] });
  return sorter.finish();
}
