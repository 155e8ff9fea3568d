import type { Collation } from '../query/collation.ts';
import { ownValue, walkPath } from '../query/paths.ts';
import { parseSort, TopSorter } from '../query/sort.ts';
import type { Document } from '../values/types.ts';
import { asDocument } from './operator.ts';

/** Copies a document with a new value at a path. */
export const setPath = (doc: Document, path: string, put: unknown): Document =>
  asDocument(withPath(doc, path.split('.'), put));

/** Copies a value with a new value at a path, in every element of an array; undefined removes the field. */
export function withPath(value: unknown, path: readonly string[], put: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return put;
  if (Array.isArray(value)) return value.map((item) => withPath(item, path, put));
  const doc = asDocument(value);
  const field = withPath(ownValue(doc, name), rest, put);
  if (field !== undefined) return { ...doc, [name]: field };
  const { [name]: _removed, ...others } = doc;
  return others;
}

/** All values at a path, with arrays flattened; null for none. */
export function valuesAt(doc: Document, path: string): unknown[] {
  const values: unknown[] = [];
  walkPath(doc, path.split('.'), (value) => {
    values.push(...(Array.isArray(value) ? value : [value ?? null]));
    return false;
  });
  return values;
}

/** Sorts documents. */
export function sorted<T>(docs: readonly T[], spec: unknown, collation?: Collation): T[] {
  const sorter = new TopSorter<T>(parseSort(spec), Number.POSITIVE_INFINITY, collation);
  for (const doc of docs) sorter.add(doc, doc);
  return sorter.finish();
}
