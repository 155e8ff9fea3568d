import { badValue, MongoError } from '../errors.ts';
import type { Document } from '../values/decode.ts';
import { emptyArrayKey, KeyWriter } from '../values/keys.ts';
import { isDocument, toNumber } from '../values/types.ts';
import type { Collation } from './collation.ts';
import { walkPath } from './paths.ts';

/** One field of a sort order. */
export interface SortField {
  readonly path: string;
  readonly parts: string[];
  readonly descending: boolean;
}

/** Reads a sort specification; throws MongoDB's errors for a bad one. */
export function parseSort(spec: unknown): SortField[] {
  if (spec === undefined || spec === null) return [];
  if (!isDocument(spec)) throw new MongoError(14, `Expected field sort to be of type object`);
  return Object.entries(spec).map(([path, value]) => {
    if (isDocument(value) && '$meta' in value)
      throw badValue('sorting by $meta is not supported by this server');
    const direction = toNumber(value);
    if (direction !== 1 && direction !== -1) {
      throw new MongoError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    }
    return { path, parts: path.split('.'), descending: direction === -1 };
  });
}

/** The value of a document that decides its place: the smallest in an array when ascending, the largest otherwise. */
function sortKey(doc: unknown, fields: readonly SortField[], collation: Collation | undefined): Buffer {
  const writer = new KeyWriter(collation);
  const keys = fields.map((field) => {
    let best: Buffer | undefined;
    const offer = (value: unknown): void => {
      writer.value(value === undefined ? null : value, field.descending);
      const key = writer.finish();
      if (!best || Buffer.compare(key, best) < 0) best = key;
    };
    walkPath(doc, field.parts, (value) => {
      if (!Array.isArray(value)) offer(value);
      else if (value.length === 0) offer(emptyArrayKey);
      else for (const item of value) offer(item);
      return false;
    });
    if (!best) offer(null);
    return best ?? Buffer.alloc(0);
  });
  return keys.length === 1 && keys[0] ? keys[0] : Buffer.concat(keys);
}

/** Sorts by computing each item's key once; items that compare equal keep their order. */
export function sortBy<T>(
  items: T[],
  fields: readonly SortField[],
  read: (item: T) => unknown,
  collation?: Collation,
): T[] {
  const keyed = items.map((item) => ({ item, key: sortKey(read(item), fields, collation) }));
  keyed.sort((a, b) => Buffer.compare(a.key, b.key));
  return keyed.map(({ item }) => item);
}

/** Collects items in sort order, keeping no more than `limit` of them in memory. */
export class TopSorter<T> {
  private entries: { item: T; key: Buffer }[] = [];
  private readonly fields: readonly SortField[];
  private readonly limit: number;
  private readonly collation: Collation | undefined;

  constructor(fields: readonly SortField[], limit: number, collation?: Collation) {
    this.fields = fields;
    this.limit = limit;
    this.collation = collation;
  }

  add(item: T, doc: Document): void {
    this.entries.push({ item, key: sortKey(doc, this.fields, this.collation) });
    if (this.entries.length >= this.limit * 2 + 1000) this.trim();
  }

  private trim(): void {
    this.entries.sort((a, b) => Buffer.compare(a.key, b.key));
    if (this.entries.length > this.limit) this.entries.length = this.limit;
  }

  finish(): T[] {
    this.trim();
    return this.entries.map(({ item }) => item);
  }
}

/** Sorts an array by value (`1`, `-1`) or by fields, for `$push` with `$sort` and `$sortArray`. */
export function sortArray(array: unknown[], spec: unknown, collation?: Collation): unknown[] {
  if (isDocument(spec)) return sortBy(array, parseSort(spec), (item) => item, collation);
  const direction = toNumber(spec);
  if (direction !== 1 && direction !== -1) throw badValue('The $sort element value must be either 1 or -1');
  // A single value is sorted as the field of a document, whole, so an array inside is compared as an array.
  const writer = new KeyWriter(collation);
  const keyed = array.map((item) => {
    writer.value(item, direction === -1);
    return { item, key: writer.finish() };
  });
  keyed.sort((a, b) => Buffer.compare(a.key, b.key));
  return keyed.map(({ item }) => item);
}
