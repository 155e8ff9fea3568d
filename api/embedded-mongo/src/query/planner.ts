import { MaxKey, MinKey } from 'bson';
import { check, table } from '../input.ts';
import type { Collection, Index } from '../storage/catalog.ts';
import { afterPrefix, documentsOf, prefixOf } from '../storage/keyspace.ts';
import { equalValues } from '../values/compare.ts';
import type { Document } from '../values/decode.ts';
import { emptyArrayKey, fitKey, keyOf, maxKeyBytes } from '../values/keys.ts';
import { isDocument, isTruthy, orderOfType, toNumber, typeOrder } from '../values/types.ts';
import { type Collation, sameCollation } from './collation.ts';
import type { FindRequest } from './find.ts';
import { compileFilter, isOperatorDocument } from './matcher.ts';
import { isRegex, toRegExp } from './regex.ts';
import type { SortField } from './sort.ts';

/** Keys of an index, or of one field in it: from `start` to before `end`; without an end, one key. */
export interface Interval {
  readonly start: Buffer;
  readonly end?: Buffer;
}

/** One run through an index, or, without one, through the documents. */
export interface Scan {
  readonly index?: Index;
  readonly intervals: Interval[];
  readonly reverse: boolean;
  /** The documents come in the order that was asked for. */
  readonly sorted: boolean;
  /** The intervals say all that the filter says, so documents need not be tested. */
  readonly exact: boolean;
  /** How good it is; 0 is no better than reading everything. */
  readonly score: number;
}

/** How the documents of a request are found; more than one scan are the branches of an `$or`. */
export interface FindPlan extends Pick<Scan, 'sorted' | 'exact'> {
  readonly scans: Scan[];
  /** What was read when the plan was carried out. */
  keysExamined: number;
  docsExamined: number;
}

/** One condition of a filter; an operator that no index serves only makes its plans inexact. */
export interface Condition {
  readonly path: string;
  readonly operator: string;
  readonly value: unknown;
  readonly options?: unknown;
}

const maxIntervals = 2000;
/** The score of one unique key, which is as good as it gets. */
const onePoint = 5000;

function conditionsOf(filter: Document): Condition[] {
  return Object.entries(filter).flatMap(([path, value]): Condition[] => {
    if (path === '$and' && Array.isArray(value) && value.length > 0 && value.every(isDocument))
      return value.flatMap(conditionsOf);
    if (path.startsWith('$')) return path === '$comment' ? [] : [{ path, operator: path, value }];
    if (isRegex(value)) return [{ path, operator: '$regex', value }];
    if (!isOperatorDocument(value)) return [{ path, operator: '$eq', value }];
    return Object.entries(value)
      .filter(([operator]) => operator !== '$options' || !('$regex' in value))
      .map(([operator, argument]) => ({ path, operator, value: argument, options: value.$options }));
  });
}

/** Plans how to find what is wanted. */
export function planFind(request: FindRequest): FindPlan {
  const scans = chooseScans(request);
  const [first, another] = scans;
  const exact = first.exact && !another;
  // Where the keys say all that the filter says, the filter is rarely asked; otherwise its errors show here.
  if (!exact || !first.index) request.matcher();
  const sorted = request.sort.length === 0 || (first.sorted && !another);
  return { scans, exact, sorted, keysExamined: 0, docsExamined: 0 };
}

function chooseScans(request: FindRequest): [Scan, ...Scan[]] {
  const { collection, filter, hint, sort } = request;
  const conditions = conditionsOf(filter);
  const natural = isDocument(hint) && hint.$natural;
  if (hint === undefined) {
    const [scan, ...others] = [bestScan(request, conditions) ?? branchScans(request)].flat();
    if (scan) return [scan, ...others];
  } else if (!natural) return [scanIndex(request, hintedIndex(collection, hint), conditions)];
  const [field] = sort;
  const sorted = field?.path === '$natural' && sort.length === 1;
  const intervals = [documentsOf(collection.id)];
  const reverse = sorted ? field.descending : natural === -1;
  return [{ intervals, reverse, sorted, exact: conditions.length === 0, score: 0 }];
}

/** An `$or` reads indexes if every branch can. */
function branchScans(request: FindRequest): Scan[] {
  const { $or: branches, ...rest } = request.filter;
  if (!Array.isArray(branches) || !branches.every(isDocument)) return [];
  const scans = branches.flatMap(
    (branch) => bestScan({ ...request, sort: [] }, conditionsOf({ $and: [rest, branch] })) ?? [],
  );
  return scans.length === branches.length ? scans : [];
}

function hintedIndex({ indexes }: Collection, hint: unknown): Index {
  const isMeant = ({ name, spec }: Index): boolean => name === hint || equalValues(spec.key, hint);
  const index = indexes.find((one) => isMeant(one) && !one.hidden && !one.building);
  check(index, 2, 'hint provided does not correspond to an existing index');
  return index;
}

function bestScan(request: FindRequest, conditions: Condition[]): Scan | undefined {
  let best: Scan | undefined;
  for (const index of request.collection.indexes) {
    if (index.hidden || index.building || !holdsAll(index, request, conditions)) continue;
    const scan = scanIndex(request, index, conditions);
    if (scan.score > (best?.score ?? 0)) best = scan;
    if (scan.score >= onePoint) break;
  }
  return best;
}

/** Operators that one value alone can satisfy, and, unless they ask for null, only one that is there. */
const positive = new Set(['$eq', '$in', '$gt', '$gte', '$lt', '$lte', '$type', '$regex']);

function needsPresence({ operator, value }: Condition): boolean {
  if (operator === '$exists') return isTruthy(value);
  return positive.has(operator) && ![value].flat().some(isNull);
}

/** Whether a sparse or partial index has every document that the filter wants. Says no when in doubt. */
function holdsAll(index: Index, { collation }: FindRequest, conditions: Condition[]): boolean {
  const { sparse, partialFilter, fields } = index;
  const isIndexed = (one: Condition): boolean => fields.some(({ path }) => path === one.path);
  if (sparse && !conditions.some((one) => isIndexed(one) && needsPresence(one))) return false;
  if (!partialFilter) return true;
  const isImplied = (one: Condition): boolean => conditions.some((given) => implies(given, one, collation));
  return sameCollation(index.collation, collation) && conditionsOf(partialFilter).every(isImplied);
}

function implies(given: Condition, wanted: Condition, collation: Collation | undefined): boolean {
  const { operator, value, options } = given;
  if (given.path !== wanted.path) return false;
  if (operator === wanted.operator && equalValues(value, wanted.value) && !options) return true;
  if (wanted.operator === '$exists') return isTruthy(wanted.value) && needsPresence(given);
  // `{ $gt: 5 }` implies `{ $gte: 3 }`: the same direction, from a value inside.
  const isRange = /^\$[gl]te?$/.test(operator) && operator[1] === wanted.operator[1];
  if (!isRange && !(operator === '$eq' && positive.has(wanted.operator))) return false;
  const fits = compileFilter({ v: { [wanted.operator]: wanted.value } }, { collation });
  return !isNull(value) && !Array.isArray(value) && !wanted.options && fits({ v: value });
}

/** Plans reading one index; at worst all of it. */
function scanIndex(request: FindRequest, index: Index, conditions: Condition[]): Scan {
  const { fields, unique, multikeyFields } = index;
  // Texts are found only by the index's own collation.
  const isSame = sameCollation(index.collation, request.collation);
  const usable = isSame ? conditions : conditions.filter(({ value }) => ![value].flat().some(isCollated));
  let tuples: Interval[][] = [[]];
  let [bounded, fixed, consumed, score] = [0, 0, 0, 0];
  // Fields of which the scan meets one key only: what follows them is in order.
  for (const [i, { path, parts }] of fields.entries()) {
    const isMultikey = multikeyFields.has(i);
    // Fields inside one array may be satisfied by different elements, so only the first of them bounds the scan.
    if (isMultikey && fields.slice(0, i).some((other) => other.parts[0] === parts[0])) break;
    const own = usable.filter((condition) => condition.path === path);
    const bounds = boundsOf(own, index, i);
    if (!bounds || tuples.length * bounds.ranges.length > maxIntervals) break;
    const { ranges } = bounds;
    const isRange = ranges.some((range) => range.end);
    tuples = tuples.flatMap((tuple) => ranges.map((range) => [...tuple, range]));
    if (fixed === i && ranges.length === 1 && !isRange) fixed++;
    consumed += bounds.consumed;
    score += isRange ? 100 : 200;
    bounded++;
    if (isRange) break;
  }
  const direction = isSame && !index.truncated ? sortDirection(index, request.sort, fixed) : 0;
  const exact = consumed === conditions.length && !index.truncated;
  if (tuples.length === 0) score = onePoint;
  else if (unique && bounded === fields.length && !tuples[0]?.at(-1)?.end)
    score = onePoint + 1 - tuples.length;
  else if (bounded > 0 || direction !== 0) score += (direction ? 150 : 0) + (exact ? 10 : 0) - fields.length;
  const intervals = tuples.map((tuple) => intervalOf(request.collection, index, tuple));
  return { index, intervals, reverse: direction < 0, sorted: direction !== 0, exact, score };
}

const { string, object, array, regex } = typeOrder;
const collatedTypes: number[] = [string, object, array, regex];
const isCollated = (value: unknown): boolean => collatedTypes.includes(orderOfType(value));

/** 1 or -1 when reading the index forwards or backwards gives the wanted order, 0 when neither does. */
function sortDirection({ fields, multikeyFields }: Index, sort: readonly SortField[], fixed: number): number {
  // An array is found under one of its values, and sorted by another: only fields without arrays need no sorting.
  const fixedPaths = fields
    .slice(0, fixed)
    .filter((_, i) => !multikeyFields.has(i))
    .map(({ path }) => path);
  const wanted = sort.filter(({ path }) => !fixedPaths.includes(path));
  const steps = wanted.map(({ path, descending }, i) => {
    const field = fields[fixed + i];
    if (field?.path !== path || multikeyFields.has(fixed + i)) return 0;
    return field.descending === descending ? 1 : -1;
  });
  const [first = sort.length ? 1 : 0] = steps;
  return steps.every((step) => step === first) ? first : 0;
}

function intervalOf({ id }: Collection, { section, fields, unique }: Index, tuple: Interval[]): Interval {
  const prefix = prefixOf(id, section);
  const starts = tuple.map((range) => range.start);
  const whole = Buffer.concat(starts);
  const last = tuple.at(-1)?.end;
  const isComplete = tuple.length === fields.length && !last;
  const start = Buffer.concat([prefix, isComplete ? fitKey(whole).key : whole.subarray(0, maxKeyBytes)]);
  if (isComplete && unique) return { start };
  if (!last) return { start, end: afterPrefix(start) };
  const end = Buffer.concat([prefix, ...starts.slice(0, -1), last]);
  const most = prefix.length + maxKeyBytes;
  return { start, end: end.length > most ? afterPrefix(end.subarray(0, most)) : end };
}

/** The keys that conditions leave, in order, and how many of the conditions they express completely. */
interface FieldBounds {
  readonly ranges: Interval[];
  readonly consumed: number;
}

/** What the conditions on one field mean for its keys in an index; undefined when they do not limit them. */
function boundsOf(conditions: Condition[], index: Index, position: number): FieldBounds | undefined {
  const { collation, fields, multikeyFields } = index;
  const point = conditions.find(({ operator }) => operator === '$eq' || operator === '$in');
  const regex = conditions.find(({ operator }) => operator === '$regex');
  const prefix = regex && !collation && !point ? prefixBounds(regex) : undefined;
  const bounds = point
    ? pointBounds(point, collation)
    : (prefix ?? rangeBounds(conditions, multikeyFields.has(position), collation));
  if (!bounds) return undefined;
  const found = bounds.ranges.map((range) => (fields[position]?.descending ? turned(range) : range));
  if (found.length === 1) return { ...bounds, ranges: found };
  const unique = new Map(found.map((range) => [range.start.toString('latin1'), range]));
  return { ...bounds, ranges: [...unique.values()].sort((a, b) => Buffer.compare(a.start, b.start)) };
}

const isNull = (value: unknown): boolean => value === null || value === undefined;
const invert = (key: Buffer): Buffer => Buffer.from(key.map((byte) => 0xff - byte));

/**
 * The same keys of a descending field. Bounds lie between keys; the inverted bytes of a bound sort before the inverted
 * keys it is a prefix of, where they must sort after them, hence the step behind the prefix.
 */
const turned = ({ start, end }: Interval): Interval =>
  end ? { start: afterPrefix(invert(end)), end: afterPrefix(invert(start)) } : { start: invert(start) };

function pointBounds({ operator, value }: Condition, collation?: Collation): FieldBounds | undefined {
  const values = operator === '$eq' ? [value] : value;
  if (!Array.isArray(values) || values.some((one) => isRegex(one) || isOperatorDocument(one)))
    return undefined;
  // An array is found under its first element, or, inside another array, as itself.
  const keys = values.flatMap((one) =>
    Array.isArray(one) ? [one.length ? one[0] : emptyArrayKey, one] : [one],
  );
  const isExact = values.every((one) => !isNull(one) && !Array.isArray(one));
  return { ranges: keys.map((key) => ({ start: keyOf(key, collation) })), consumed: isExact ? 1 : 0 };
}

const ranges: Record<string, (key: Buffer, first: Buffer, end: Buffer) => [start: Buffer, end: Buffer]> =
  table({
    $gt: (key, _first, end) => [afterPrefix(key), end],
    $gte: (key, _first, end) => [key, end],
    $lt: (key, first) => [first, key],
    $lte: (key, first) => [first, afterPrefix(key)],
  });

function isComparable(value: unknown): boolean {
  if (isNull(value) || Array.isArray(value) || isRegex(value)) return false;
  return !(value instanceof MinKey || value instanceof MaxKey || Number.isNaN(toNumber(value)));
}

function rangeBounds(all: Condition[], isMultikey: boolean, collation?: Collation): FieldBounds | undefined {
  const comparable = all.filter(({ operator, value }) => operator in ranges && isComparable(value));
  // Different elements of an array may satisfy each condition, so only one of them can limit the scan.
  const conditions = isMultikey ? comparable.slice(0, 1) : comparable;
  let [start, end]: [Buffer, Buffer] = [Buffer.alloc(0), Buffer.from([0xff])];
  for (const { operator, value } of conditions) {
    const key = keyOf(value, collation);
    const type = key.subarray(0, 1);
    // Only values of one type compare; NaN comes before all numbers and is in no range.
    const first = type[0] === typeOrder.number ? afterPrefix(keyOf(Number.NaN)) : type;
    const [lower, upper] = ranges[operator]?.(key, first, afterPrefix(type)) ?? [start, end];
    if (Buffer.compare(lower, start) > 0) start = lower;
    if (Buffer.compare(upper, end) < 0) end = upper;
  }
  if (conditions.length === 0) return undefined;
  return { ranges: Buffer.compare(start, end) < 0 ? [{ start, end }] : [], consumed: conditions.length };
}

/** `^word` is the range of strings that start with the word, and the stored regular expression that equals it. */
function prefixBounds({ value, options }: Condition): FieldBounds | undefined {
  const { source, flags } = toRegExp(value, options);
  // Characters that stand for themselves, except one that a quantifier makes optional.
  const literal = /^\^((?:[^\\^$.*+?()[\]{}|]|\\[^A-Za-z0-9])+)(?![*?{])/u.exec(source)?.[1];
  if (!literal || flags || source.includes('|')) return undefined;
  const start = keyOf(literal.replace(/\\(.)/gsu, '$1')).subarray(0, -1);
  const strings = { start, end: afterPrefix(start) };
  return { ranges: isRegex(value) ? [strings, { start: keyOf(value) }] : [strings], consumed: 0 };
}
