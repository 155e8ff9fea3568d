import { emptyArrayKey } from '../values/keys.ts';
import { type Document, isDocument } from '../values/types.ts';

/** Receives each value at a path; `index` is the position in the first array on the way. Returning true stops the walk. */
export type Visit = (value: unknown, index: number | undefined) => boolean;

/** Whether a path component can be an array index. */
export const isArrayIndex = (part: string): boolean => /^(0|[1-9]\d*)$/.test(part);

export const ownValue = (doc: Document, name: string): unknown =>
  Object.hasOwn(doc, name) ? doc[name] : undefined;

/**
 * Walks a dotted path like MongoDB's queries: through documents, and through documents in an array, but not through nested arrays. A
 * missing field is visited as undefined; an array at the end as a whole.
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

/** The value at a path that enters arrays only by index; undefined if there is none. */
export function getPath(doc: unknown, path: string): unknown {
  return path.split('.').reduce((value, part) => {
    if (isDocument(value)) return ownValue(value, part);
    return Array.isArray(value) && isArrayIndex(part) ? value[Number(part)] : undefined;
  }, doc);
}

/** A step of a path: a value and the remaining path below it. Without a rest the value is a key. */
interface Step {
  readonly value: unknown;
  readonly rest?: readonly string[];
}

/**
 * A document's values at several paths, as indexes and sorts see them: arrays are expanded element by element, and values from one
 * element stay together. Undefined for parallel arrays.
 * @param inArrays receives the indexes of the paths that contain an array
 */
export function valuesTogether(
  doc: unknown,
  paths: readonly { readonly parts: readonly string[] }[],
  inArrays = new Set<number>(),
): unknown[][] | undefined {
  const start = paths.map(({ parts }): Step => ({ value: doc, rest: parts }));
  return expand(start, inArrays);
}

function expand(fields: Step[], inArrays: Set<number>): unknown[][] | undefined {
  const steps = fields.map(advance);
  let array: unknown[] | undefined;
  for (const [i, { value, rest }] of steps.entries()) {
    if (!rest || !Array.isArray(value)) continue;
    if (array && array !== value) return undefined;
    array = value;
    inArrays.add(i);
  }
  if (!array) return [steps.map(({ value }) => value)];
  const items = array.length > 0 ? array : [emptyArrayKey];
  const tuples: unknown[][] = [];
  for (const item of items) {
    const entered = steps.map((step) => (step.rest && step.value === array ? enter(item, step.rest) : step));
    const inside = expand(entered, inArrays);
    if (!inside) return undefined;
    tuples.push(...inside);
  }
  return tuples;
}

/** One element of an array; empty arrays, scalars and nested arrays have no fields. */
function enter(item: unknown, rest: readonly string[]): Step {
  if (rest.length === 0) return { value: item };
  return isDocument(item) ? { value: item, rest } : { value: undefined };
}

/** Advances to the next array, or to the end of the path. */
function advance({ value, rest }: Step): Step {
  for (; rest?.[0] !== undefined; rest = rest.slice(1)) {
    if (isDocument(value)) value = ownValue(value, rest[0]);
    else if (!Array.isArray(value)) return { value: undefined };
    else if (isArrayIndex(rest[0])) value = value[Number(rest[0])];
    else break;
  }
  return { value, rest };
}
