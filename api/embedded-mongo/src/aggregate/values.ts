// Takes the place of mingo's own module of value functions when the package is bundled (see scripts/build-database.js),
// so that mingo compares, groups and tells values apart as MongoDB does, for every BSON type.
import type { Collation } from '../query/collation.ts';
import { ownValue } from '../query/paths.ts';
import { compareValues, equalValues, identityOf } from '../values/compare.ts';
import { isDocument, isNumeric, isTruthy, toNumber, typeName } from '../values/types.ts';

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

/** A map whose keys are equal where their values are. */
export class HashMap<V> {
  private readonly entriesById = new Map<string, [unknown, V]>();
  static init<T>(): HashMap<T> {
    return new HashMap<T>();
  }
  get size(): number {
    return this.entriesById.size;
  }
  has(key: unknown): boolean {
    return this.entriesById.has(identityOf(key, collation));
  }
  get(key: unknown): V | undefined {
    return this.entriesById.get(identityOf(key, collation))?.[1];
  }
  set(key: unknown, value: V): this {
    const id = identityOf(key, collation);
    this.entriesById.set(id, [this.entriesById.get(id)?.[0] ?? key, value]);
    return this;
  }
  delete(key: unknown): boolean {
    return this.entriesById.delete(identityOf(key, collation));
  }
  keys(): unknown[] {
    return [...this.entriesById.values()].map(([key]) => key);
  }
  entries(): Iterable<[unknown, V]> {
    return this.entriesById.values();
  }
}

export function groupBy<T>(items: readonly T[], keyOf: (item: T, index: number) => unknown): HashMap<T[]> {
  const groups = new HashMap<T[]>();
  for (const [i, item] of items.entries()) {
    const key = keyOf(item, i) ?? null;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

export const unique = (values: readonly unknown[]): unknown[] => [
  ...groupBy(values, (value) => value).keys(),
];

export const intersection = (lists: readonly (readonly unknown[])[]): unknown[] =>
  unique(lists[0] ?? []).filter((value) => lists.every((list) => list.some((item) => isEqual(item, value))));

export const isNumber = (value: unknown): boolean => isNumeric(value) && !Number.isNaN(toNumber(value));
export const isInteger = (value: unknown): boolean => Number.isInteger(toNumber(value));
export const truthy = (value: unknown): boolean => isTruthy(value);
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);
export const typeOf = (value: unknown): string => (isNumeric(value) ? 'number' : typeName(value));

/** The place behind the last of the sorted values that is not greater. */
export function findInsertIndex(sorted: readonly unknown[], item: unknown, order = compare): number {
  const place = sorted.findIndex((value) => order(item, value) < 0);
  return place < 0 ? sorted.length : place;
}
