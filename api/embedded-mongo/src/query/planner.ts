import { badValue } from '../errors.ts';
import type { Collection, Index } from '../storage/catalog.ts';
import { afterPrefix, documentsSection, prefixOf } from '../storage/keyspace.ts';
import { equalValues } from '../values/compare.ts';
import type { Document } from '../values/decode.ts';
import { fitKey, maxKeyBytes } from '../values/keys.ts';
import { isDocument, isTruthy, orderOfType, typeOrder } from '../values/types.ts';
import { boundsOf, type FieldRange, isNull } from './bounds.ts';
import { type Collation, sameCollation } from './collation.ts';
import { compileFilter, isOperatorDocument } from './matcher.ts';
import { isRegex } from './regex.ts';
import type { FindRequest } from './request.ts';
import type { SortField } from './sort.ts';

/** Keys to read: one unique key, or all from start to before end. */
export type Interval = { readonly point: Buffer } | { readonly start: Buffer; readonly end: Buffer };

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
  return { scans, exact, sorted: request.sort.length === 0 || (first.sorted && !another) };
}

function chooseScans(request: FindRequest): [Scan, ...Scan[]] {
  const { collection, filter, hint, sort } = request;
  const conditions = conditionsOf(filter);
  const natural = isDocument(hint) && hint.$natural;
  if (hint === undefined) {
    const best = bestScan(request, conditions);
    if (best) return [best];
    const [branch, ...others] = branchScans(request);
    if (branch) return [branch, ...others];
  } else if (!natural) return [scanIndex(request, hintedIndex(collection, hint), conditions)];
  const [field] = sort;
  const sorted = field?.path === '$natural' && sort.length === 1;
  const start = prefixOf(collection.id, documentsSection);
  const intervals = [{ start, end: afterPrefix(start) }];
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
  if (!index) throw badValue('hint provided does not correspond to an existing index');
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
  const values = operator === '$in' && Array.isArray(value) ? value : [value];
  return positive.has(operator) && !values.some(isNull);
}

/** Whether a sparse or partial index has every document that the filter wants. Says no when in doubt. */
function holdsAll(index: Index, { collation }: FindRequest, conditions: Condition[]): boolean {
  const { sparse, partialFilter, fields } = index;
  const isIndexed = (one: Condition): boolean => fields.some(({ path }) => path === one.path);
  if (sparse && !conditions.some((one) => isIndexed(one) && needsPresence(one))) return false;
  if (!partialFilter) return true;
  return (
    sameCollation(index.collation, collation) &&
    conditionsOf(partialFilter).every((wanted) =>
      conditions.some((given) => implies(given, wanted, collation)),
    )
  );
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
  let tuples: FieldRange[][] = [[]];
  let [bounded, fixed, consumed, score] = [0, 0, 0, 0];
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
    if (fixed === i && ranges.length === 1 && !isRange && !isMultikey) fixed++;
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

const textTypes = new Set<number>([typeOrder.string, typeOrder.object, typeOrder.array, typeOrder.regex]);
const isCollated = (value: unknown): boolean => textTypes.has(orderOfType(value));

/** 1 or -1 when reading the index forwards or backwards gives the wanted order, 0 when neither does. */
function sortDirection({ fields, multikeyFields }: Index, sort: readonly SortField[], fixed: number): number {
  const fixedPaths = fields.slice(0, fixed).map(({ path }) => path);
  const wanted = sort.filter(({ path }) => !fixedPaths.includes(path));
  const steps = wanted.map(({ path, descending }, i) => {
    const field = fields[fixed + i];
    if (field?.path !== path || multikeyFields.has(fixed + i)) return 0;
    return field.descending === descending ? 1 : -1;
  });
  const [first = sort.length ? 1 : 0] = steps;
  return steps.every((step) => step === first) ? first : 0;
}

function intervalOf({ id }: Collection, { section, fields, unique }: Index, tuple: FieldRange[]): Interval {
  const prefix = prefixOf(id, section);
  const starts = tuple.map((range) => range.start);
  const whole = Buffer.concat(starts);
  const last = tuple.at(-1)?.end;
  const isComplete = tuple.length === fields.length && !last;
  const start = Buffer.concat([prefix, isComplete ? fitKey(whole).key : whole.subarray(0, maxKeyBytes)]);
  if (isComplete && unique) return { point: start };
  if (!last) return { start, end: afterPrefix(start) };
  const end = Buffer.concat([prefix, ...starts.slice(0, -1), last]);
  const most = prefix.length + maxKeyBytes;
  return { start, end: end.length > most ? afterPrefix(end.subarray(0, most)) : end };
}
