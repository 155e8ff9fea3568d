// oxlint-disable-next-line typescript/triple-slash-reference -- importers of this package must also find the declaration
/// <reference path="./mingo-values.d.ts" />
// The bundle replaces mingo's module of value functions with this one (see build.js), so that mingo compares and groups values like
// MongoDB, for every BSON type.
import type { Collation } from '../query/collation.ts';
import { ownValue } from '../query/paths.ts';
import { compareValues, equalValues, identityOf } from '../values/compare.ts';
import { isDocument, toNumber } from '../values/types.ts';

export * from 'mingo-values';

/** The value at an expression's path: maps over arrays of documents, without support for array positions. */
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

/** Runs a function with a collation in effect, because mingo's functions take none. */
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

/** Groups items by equal keys; returns each key with its items. */
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
