import { type Document, isDocument } from '../values/types.ts';

/** Receives each value a path leads to; `index` is the place in the first array on the way. True stops the walk. */
export type Visit = (value: unknown, index: number | undefined) => boolean;

/** Whether a path component may name a place in an array. */
export const isArrayIndex = (part: string): boolean => /^(0|[1-9]\d*)$/.test(part);

export const ownValue = (doc: Document, name: string): unknown =>
  Object.hasOwn(doc, name) ? doc[name] : undefined;

/**
 * Walks a dotted path as MongoDB's queries do: through documents, and through the documents inside an array, but not
 * through arrays inside arrays. A missing field is visited as undefined; an array at the end is visited whole.
 */
export function walkPath(
  value: unknown,
  parts: readonly string[],
  visit: Visit,
  at = 0,
  index?: number,
): boolean {
  const part = parts[at];
  if (part === undefined) return visit(value, index);
  if (isDocument(value)) return walkPath(ownValue(value, part), parts, visit, at + 1, index);
  if (!Array.isArray(value)) return visit(undefined, index);
  const place = isArrayIndex(part) ? Number(part) : value.length;
  if (place < value.length && walkPath(value[place], parts, visit, at + 1, index ?? place)) return true;
  return value.some((item, i) => isDocument(item) && walkPath(item, parts, visit, at, index ?? i));
}

/** The value at a path that does not enter arrays except by number; undefined when there is none. */
export function getPath(doc: unknown, path: string): unknown {
  return path.split('.').reduce((value, part) => {
    if (isDocument(value)) return ownValue(value, part);
    return Array.isArray(value) && isArrayIndex(part) ? value[Number(part)] : undefined;
  }, doc);
}
