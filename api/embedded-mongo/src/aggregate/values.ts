// oxlint-disable-next-line typescript/triple-slash-reference -- who imports this package must find the declaration, too
/// <reference path="./mingo-values.d.ts" />
// Takes the place of mingo's own module of value functions when the package is bundled (see build.js),
// so that mingo compares, groups and tells values apart as MongoDB does, for every BSON type.
import type { Collation } from '../query/collation.ts';
import { ownValue } from '../query/paths.ts';
import { compareValues, equalValues, identityOf } from '../values/compare.ts';
import { isDocument, toNumber } from '../values/types.ts';

export * from 'mingo-values';

/** The value at the path of an expression: of every document in an array, whose places it does not know. */
export function resolve(value: unknown, path: string): unknown {
  if (Array.isArray(value)) {
    const found = value.filter(isDocument).map((item) => resolve(item, path));
    return found.filter((item) => item !== undefined);
  }
  if (!isDocument(value)) return undefined;
  const dot = path.indexOf('.');
  if (dot < 0) return ownValue(value, path);
  return resolve(ownValue(value, path.slice(0, dot)), path.slice(dot + 1));
}

let collation: Collation | undefined;

/** Runs something with a collation in force: mingo's own functions take none. */
export function collated<T>(wanted: Collation | undefined, run: () => T): T {
  const before = collation;
  collation = wanted;
  try {
    return run();
  } finally {
    collation = before;
  }
}

export const compare = (a: unknown, b: unknown): number => compareValues(a, b, collation);
export const isEqual = (a: unknown, b: unknown): boolean => equalValues(a, b, collation);
export const isObject = isDocument;

/** Groups of items whose keys are equal, with the key of each. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => unknown): [key: unknown, items: T[]][] {
  const groups = new Map<string, [unknown, T[]]>();
  for (const item of items) {
    const key = keyOf(item) ?? null;
    const id = identityOf(key, collation);
    const group = groups.get(id);
    if (group) group[1].push(item);
    else groups.set(id, [key, [item]]);
  }
  return [...groups.values()];
}

export const unique = (values: readonly unknown[]): unknown[] =>
  groupBy(values, (value) => value).map(([value]) => value);

export const isInteger = (value: unknown): boolean => Number.isInteger(toNumber(value));
