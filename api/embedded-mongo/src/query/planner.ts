import { MaxKey, MinKey } from 'bson';
import { badValue, MongoError } from '../errors.ts';
import type { Collection, Index, IndexField } from '../storage/catalog.ts';
import { afterPrefix, prefixOf } from '../storage/keyspace.ts';
import { equalValues } from '../values/compare.ts';
import type { Document } from '../values/decode.ts';
import { emptyArrayKey, fitKey, KeyWriter, maxKeyBytes } from '../values/keys.ts';
import { isDocument, orderOfType, toNumber, typeOrder } from '../values/types.ts';
import { type Collation, sameCollation } from './collation.ts';
import { compileFilter, isOperatorDocument } from './matcher.ts';
import { isRegex, toRegExp } from './regex.ts';
import type { SortField } from './sort.ts';

/** A part of an index to read: one unique key, or all keys from start to before end. */
export type Interval = { readonly point: Buffer } | { readonly start: Buffer; readonly end: Buffer };

export interface IndexPlan {
  readonly index: Index;
  readonly intervals: Interval[];
  readonly reverse: boolean;
  /** The documents come in the order that was asked for. */
  readonly sorted: boolean;
  /** The intervals say all that the filter says, so documents need not be tested. */
  readonly exact: boolean;
  /** How much of the index's keys the filter fixes: two for a field of points, one for a range. */
  readonly selectivity: number;
}

export interface PlanRequest {
  readonly filter: Document;
  readonly sort: readonly SortField[];
  readonly collation: Collation | undefined;
  readonly hint?: unknown;
}

interface Condition {
  readonly operator: string;
  readonly value: unknown;
  readonly options?: unknown;
}

/** What a filter demands of each path, as far as an index can use it. */
interface Demands {
  readonly byPath: Map<string, Condition[]>;
  /** False when the filter also says what `byPath` does not. */
  complete: boolean;
}

const usable = new Set(['$eq', '$in', '$gt', '$gte', '$lt', '$lte', '$regex']);
const maxIntervals = 2000;

function demandsOf(filter: Document, demands: Demands = { byPath: new Map(), complete: true }): Demands {
  const add = (path: string, condition: Condition): void => {
    demands.byPath.set(path, [...(demands.byPath.get(path) ?? []), condition]);
  };
  for (const [name, value] of Object.entries(filter)) {
    if (name === '$and' && Array.isArray(value))
      for (const clause of value.filter(isDocument)) demandsOf(clause, demands);
    else if (name === '$comment') continue;
    else if (name.startsWith('$')) demands.complete = false;
    else if (isRegex(value)) add(name, { operator: '$regex', value });
    else if (!isOperatorDocument(value)) add(name, { operator: '$eq', value });
    else {
      for (const [operator, argument] of Object.entries(value)) {
        if (operator === '$options') continue;
        if (usable.has(operator)) add(name, { operator, value: argument, options: value.$options });
        else demands.complete = false;
      }
    }
  }
  return demands;
}

/** A set of keys of one field: bytes from `start` up to before `end`; a point has only `start`. */
interface FieldRange {
  readonly start: Buffer;
  readonly end?: Buffer;
}

interface FieldBounds {
  readonly ranges: FieldRange[];
  /** How many of the path's conditions the ranges express completely. */
  readonly consumed: number;
}

function encodeField(value: unknown, field: IndexField, index: Index): Buffer {
  const writer = new KeyWriter(index.collation);
  writer.value(value, field.descending);
  return writer.finish();
}

/** Bounds that hold strings are only right under the index's own collation. */
function fitsCollation(value: unknown, index: Index, collation: Collation | undefined): boolean {
  if (sameCollation(index.collation, collation)) return true;
  const type = orderOfType(value);
  return type !== typeOrder.string && type !== typeOrder.object && type !== typeOrder.array;
}

function boundsOf(
  conditions: Condition[],
  field: IndexField,
  index: Index,
  collation: Collation | undefined,
  isMultikey: boolean,
): FieldBounds | undefined {
  const equal = conditions.find((condition) => condition.operator === '$eq');
  const points = equal ? [equal.value] : inValues(conditions);
  if (points) {
    if (points.some((value) => isRegex(value) || !fitsCollation(value, index, collation))) return undefined;
    const inexact = points.some((value) => value === null || value === undefined || Array.isArray(value));
    const keys = points.flatMap((value) => pointKeys(value).map((key) => encodeField(key, field, index)));
    return { ranges: keys.map((start) => ({ start })), consumed: inexact ? 0 : 1 };
  }
  const [only] = conditions;
  if (only?.operator === '$regex' && conditions.length === 1)
    return regexBounds(only, field, index, collation);
  return rangeBounds(conditions, field, index, collation, isMultikey);
}

function inValues(conditions: Condition[]): unknown[] | undefined {
  const value = conditions.find((condition) => condition.operator === '$in')?.value;
  return Array.isArray(value) ? value : undefined;
}

/** An array is found under its first element, or, inside another array, as itself. */
function pointKeys(value: unknown): unknown[] {
  if (!Array.isArray(value)) return [value];
  return [value.length ? value[0] : emptyArrayKey, value];
}

function rangeBounds(
  conditions: Condition[],
  field: IndexField,
  index: Index,
  collation: Collation | undefined,
  isMultikey: boolean,
): FieldBounds | undefined {
  let lower: Buffer | undefined;
  let upper: Buffer | undefined;
  let consumed = 0;
  for (const condition of conditions) {
    const range = conditionRange(condition, index, collation);
    if (!range) continue;
    // Different elements of an array may satisfy each condition, so only one of them can limit the scan.
    if (isMultikey && (lower || upper)) continue;
    if (!lower || Buffer.compare(range.start, lower) > 0) lower = range.start;
    if (!upper || Buffer.compare(range.end, upper) < 0) upper = range.end;
    if (range.exact) consumed++;
  }
  if (!lower || !upper) return undefined;
  if (Buffer.compare(lower, upper) >= 0) return { ranges: [], consumed };
  return { ranges: [directed(lower, upper, field)], consumed };
}

function directed(lower: Buffer, upper: Buffer, field: IndexField): FieldRange {
  if (!field.descending) return { start: lower, end: upper };
  return { start: afterInverted(upper), end: afterInverted(lower) };
}

/**
 * Turns an ascending bound around. Ascending bounds lie between keys; the inverted bytes of a bound sort before the
 * inverted keys it is a prefix of, where they must sort after them, hence the step behind the prefix.
 */
function afterInverted(bound: Buffer): Buffer {
  return afterPrefix(Buffer.from(bound.map((byte) => 0xff - byte)));
}

function conditionRange(
  condition: Condition,
  index: Index,
  collation: Collation | undefined,
): { start: Buffer; end: Buffer; exact: boolean } | undefined {
  const { operator, value } = condition;
  if (
    operator === '$regex' ||
    value === null ||
    value === undefined ||
    Array.isArray(value) ||
    isRegex(value)
  ) {
    return undefined;
  }
  if (value instanceof MinKey || value instanceof MaxKey || Number.isNaN(toNumber(value))) return undefined;
  if (!fitsCollation(value, index, collation)) return undefined;
  const writer = new KeyWriter(index.collation);
  writer.value(value);
  const key = writer.finish();
  const type = Buffer.from([key[0] ?? 0]);
  writer.value(Number.NaN);
  const firstOfType = type[0] === typeOrder.number ? afterPrefix(writer.finish()) : type;
  const endOfType = afterPrefix(type);
  switch (operator) {
    case '$gt':
      return { start: afterPrefix(key), end: endOfType, exact: true };
    case '$gte':
      return { start: key, end: endOfType, exact: true };
    case '$lt':
      return { start: firstOfType, end: key, exact: true };
    case '$lte':
      return { start: firstOfType, end: afterPrefix(key), exact: true };
    default:
      return undefined;
  }
}

/** `^word` is the range of strings that start with the word, and the stored regular expression that equals it. */
function regexBounds(
  condition: Condition,
  field: IndexField,
  index: Index,
  collation: Collation | undefined,
): FieldBounds | undefined {
  if (index.collation || collation) return undefined;
  const { value } = condition;
  const regex = toRegExp(value, condition.options);
  if (regex.flags !== '' || !regex.source.startsWith('^') || regex.source.includes('|')) return undefined;
  let literal = '';
  for (let rest = regex.source.slice(1); rest; ) {
    const match = /^(?:\\([^A-Za-z0-9])|([^\\^$.*+?()[\]{}|]))(?![*?{])/.exec(rest);
    if (!match) break;
    literal += match[1] ?? match[2];
    rest = rest.slice(match[0].length);
  }
  if (!literal) return undefined;
  const writer = new KeyWriter();
  writer.value(literal);
  const start = writer.finish().subarray(0, -1);
  const ranges = [directed(start, afterPrefix(start), field)];
  if (isRegex(value)) ranges.push({ start: encodeField(value, field, index) });
  return { ranges, consumed: 0 };
}

/** Plans reading an index for a request; undefined when the index cannot help. */
function planIndex(
  collection: Collection,
  index: Index,
  request: PlanRequest,
  demands: Demands,
): IndexPlan | undefined {
  if (index.building) return undefined;
  if (index.partialFilter && !implies(request.filter, demands, index.partialFilter)) return undefined;
  let tuples: FieldRange[][] = [[]];
  let bounded = 0;
  let consumed = 0;
  let singlePoints = 0;
  let selectivity = 0;
  for (const [i, field] of index.fields.entries()) {
    const conditions = demands.byPath.get(field.path);
    const isMultikey = index.multikeyFields.has(i);
    if (!conditions || (isMultikey && sharesArray(index, i, bounded))) break;
    const bounds = boundsOf(conditions, field, index, request.collation, isMultikey);
    if (!bounds || tuples.length * bounds.ranges.length > maxIntervals) break;
    tuples = tuples.flatMap((tuple) => bounds.ranges.map((range) => [...tuple, range]));
    consumed += bounds.consumed;
    if (singlePoints === i && bounds.ranges.length === 1 && !bounds.ranges[0]?.end && !isMultikey)
      singlePoints++;
    bounded++;
    const isRange = bounds.ranges.some((range) => range.end);
    selectivity += isRange ? 1 : 2;
    if (isRange) break;
  }
  if (index.sparse && !coversSparse(index, demands, bounded)) return undefined;
  const order = request.sort.length ? sortDirection(index, request, singlePoints) : 0;
  const demanded = [...demands.byPath.values()].reduce((sum, conditions) => sum + conditions.length, 0);
  const exact = demands.complete && consumed === demanded && !index.truncated && !index.partialFilter;
  const intervals = toIntervals(collection, index, tuples, bounded);
  return { index, intervals, reverse: order < 0, sorted: order !== 0, exact, selectivity };
}

/** Fields inside the same array may be satisfied by different elements, so only the first of them bounds the scan. */
function sharesArray(index: Index, position: number, bounded: number): boolean {
  const root = index.fields[position]?.parts[0];
  return index.fields.slice(0, bounded).some((field) => field.parts[0] === root);
}

/** A sparse index lacks documents without its fields, so a condition must exclude those. */
function coversSparse(index: Index, demands: Demands, bounded: number): boolean {
  return index.fields.slice(0, bounded).some((field) =>
    demands.byPath.get(field.path)?.some(({ operator, value }) => {
      if (operator === '$in') return Array.isArray(value) && !value.includes(null);
      return value !== null && value !== undefined;
    }),
  );
}

/** 1 or -1 when reading the index forwards or backwards gives the wanted order, 0 when neither does. */
function sortDirection(index: Index, request: PlanRequest, singlePoints: number): number {
  if (index.truncated || !sameCollation(index.collation, request.collation)) return 0;
  const fixed = new Set(index.fields.slice(0, singlePoints).map((field) => field.path));
  const wanted = request.sort.filter((field) => !fixed.has(field.path));
  let direction = 0;
  for (const [i, field] of wanted.entries()) {
    const position = singlePoints + i;
    const indexed = index.fields[position];
    if (!indexed || indexed.path !== field.path || index.multikeyFields.has(position)) return 0;
    const step = indexed.descending === field.descending ? 1 : -1;
    if (direction !== 0 && direction !== step) return 0;
    direction = step;
  }
  return direction || 1;
}

function toIntervals(
  collection: Collection,
  index: Index,
  tuples: FieldRange[][],
  bounded: number,
): Interval[] {
  const prefix = prefixOf(collection.id, index.section);
  const intervals = new Map<string, { start: Buffer; end: Buffer; point?: Buffer }>();
  for (const tuple of tuples) {
    const last = tuple.at(-1);
    const lead = Buffer.concat(tuple.slice(0, -1).map((range) => range.start));
    const start = cut(Buffer.concat([lead, last?.start ?? Buffer.alloc(0)]));
    const end = last?.end
      ? cutEnd(Buffer.concat([lead, last.end]))
      : afterPrefix(Buffer.concat([prefix, start])).subarray(6);
    const isPoint = index.unique && bounded === index.fields.length && !last?.end;
    const whole = Buffer.concat([lead, last?.start ?? Buffer.alloc(0)]);
    intervals.set(start.toString('latin1'), {
      start: Buffer.concat([prefix, start]),
      end: last?.end ? Buffer.concat([prefix, end]) : afterPrefix(Buffer.concat([prefix, start])),
      ...(isPoint ? { point: Buffer.concat([prefix, fitKey(whole).key]) } : {}),
    });
  }
  const sorted = [...intervals.values()].sort((a, b) => Buffer.compare(a.start, b.start));
  return sorted.map(({ start, end, point }) => (point ? { point } : { start, end }));
}

const cut = (key: Buffer): Buffer => key.subarray(0, maxKeyBytes);
const cutEnd = (key: Buffer): Buffer => (key.length > maxKeyBytes ? afterPrefix(cut(key)) : key);

/** Whether every document the filter wants is in a partial index. Says no when in doubt. */
function implies(filter: Document, demands: Demands, partial: Document): boolean {
  return Object.entries(partial).every(([path, wanted]) => {
    if (path === '$and' && Array.isArray(wanted))
      return wanted.filter(isDocument).every((part) => implies(filter, demands, part));
    if (path.startsWith('$')) return filter[path] !== undefined && equalValues(filter[path], wanted);
    if (path in filter && equalValues(filter[path], wanted)) return true;
    const matches = compileFilter({ [path]: wanted });
    const conditions = demands.byPath.get(path) ?? [];
    const asDocument = (value: unknown): unknown => {
      // The path is tested as one field: a dotted path becomes nested documents.
      return path.split('.').reduceRight((inner: unknown, part) => ({ [part]: inner }), value);
    };
    const onlyExists = isDocument(wanted) && Object.keys(wanted).length === 1 && wanted.$exists === true;
    return conditions.some(({ operator, value }) => {
      if (operator === '$eq') return value !== null && !Array.isArray(value) && matches(asDocument(value));
      if (operator === '$in')
        return (
          Array.isArray(value) &&
          value.every(
            (item) => item !== null && !Array.isArray(item) && !isRegex(item) && matches(asDocument(item)),
          )
        );
      if (operator === '$regex') return onlyExists;
      if (value === null || value === undefined) return false;
      return onlyExists || impliesRange(operator, value, wanted);
    });
  });
}

/** `{ $gt: 5 }` implies `{ $gt: 3 }` and `{ $gte: 5 }`. */
function impliesRange(operator: string, value: unknown, wanted: unknown): boolean {
  if (!isOperatorDocument(wanted)) return false;
  return Object.entries(wanted).every(([wantedOperator, bound]) => {
    if (!/^\$[gl]te?$/.test(wantedOperator) || wantedOperator[1] !== operator[1]) return false;
    const inside = compileFilter({ v: { [wantedOperator]: bound } });
    return inside({ v: value }) || (!operator.endsWith('e') && equalValues(value, bound));
  });
}

/** Chooses how to find the documents of a request; undefined means reading the whole collection. */
export function choosePlan(collection: Collection, request: PlanRequest): IndexPlan | undefined {
  const demands = demandsOf(request.filter);
  if (request.hint !== undefined) return hintedPlan(collection, request, demands);
  let best: IndexPlan | undefined;
  let bestScore = 0;
  for (const index of collection.indexes) {
    if (index.hidden) continue;
    const plan = planIndex(collection, index, request, demands);
    // One unique key is as good as it gets.
    if (plan?.intervals.length === 1 && plan.intervals[0] && 'point' in plan.intervals[0]) return plan;
    const score = plan ? scoreOf(plan) : 0;
    if (plan && score > bestScore) {
      best = plan;
      bestScore = score;
    }
  }
  return best;
}

function scoreOf(plan: IndexPlan): number {
  const [first] = plan.intervals;
  if (!first) return 10_000;
  if ('point' in first) return 5_000 - plan.intervals.length;
  if (plan.selectivity === 0 && !plan.sorted) return 0;
  return plan.selectivity * 100 + (plan.sorted ? 150 : 0) + (plan.exact ? 10 : 0) - plan.index.fields.length;
}

function hintedPlan(collection: Collection, request: PlanRequest, demands: Demands): IndexPlan | undefined {
  const { hint } = request;
  if (isDocument(hint) && '$natural' in hint) return undefined;
  if (isDocument(hint) && Object.keys(hint).length === 0) {
    return choosePlan(collection, {
      filter: request.filter,
      sort: request.sort,
      collation: request.collation,
    });
  }
  const index = collection.indexes.find((candidate) =>
    typeof hint === 'string'
      ? candidate.name === hint
      : isDocument(hint) && sameKeyPattern(candidate.spec.key, hint),
  );
  if (!index || index.hidden) {
    throw badValue(
      'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
    );
  }
  const plan = planIndex(collection, index, request, demands);
  if (plan) return plan;
  if (index.building) throw new MongoError(2, 'the hinted index is still being built');
  // A hinted sparse or partial index is read as it is, as MongoDB does.
  const prefix = prefixOf(collection.id, index.section);
  const intervals = [{ start: prefix, end: afterPrefix(prefix) }];
  return { index, intervals, reverse: false, sorted: false, exact: false, selectivity: 0 };
}

export function sameKeyPattern(a: unknown, b: unknown): boolean {
  if (!isDocument(a) || !isDocument(b)) return false;
  const [x, y] = [Object.entries(a), Object.entries(b)];
  return (
    x.length === y.length &&
    x.every(([name, value], i) => y[i]?.[0] === name && equalValues(value, y[i]?.[1]))
  );
}
