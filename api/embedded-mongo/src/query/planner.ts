import { ObjectId } from 'bson';
import { check } from '../input.ts';
import type { Collection, Index } from '../storage/catalog.ts';
import { afterPrefix, documentsOf, prefixOf } from '../storage/keyspace.ts';
import { equalValues } from '../values/compare.ts';
import { fitKey, keyOf, maxKeyBytes } from '../values/keys.ts';
import { isDocument, isTruthy, orderOfType, typeOrder } from '../values/types.ts';
import { boundsOf, type Condition, conditionsOf, type Interval, isNull } from './bounds.ts';
import { type Collation, sameCollation } from './collation.ts';
import { compileFilter } from './matcher.ts';
import type { FindRequest } from './request.ts';
import type { SortField } from './sort.ts';

/** A scan of an index, or without one, of the collection. */
export interface Scan {
  readonly index?: Index;
  readonly intervals: Interval[];
  readonly reverse: boolean;
  /** Documents come in the requested order. */
  readonly sorted: boolean;
  /** The intervals express the whole filter, so documents need not be tested. */
  readonly exact: boolean;
  /** A rating of the scan; 0 is no better than a collection scan. */
  readonly score: number;
}

/** The plan of a find; several scans are the branches of an `$or`. */
export interface FindPlan extends Pick<Scan, 'sorted' | 'exact'> {
  readonly scans: Scan[];
  /** Execution statistics. */
  keysExamined: number;
  docsExamined: number;
}

/** The maximum of combined intervals of several fields; the first field alone may have as many as the request contains. */
const maxIntervals = 2000;
/** The score of a single unique key, the best possible. */
const onePoint = 5000;

/** Plans a find. */
export function planFind(request: FindRequest): FindPlan {
  const scans = chooseScans(request);
  const [first, another] = scans;
  const exact = first.exact && !another;
  // An exact index plan rarely evaluates the filter; otherwise compile it now, so that its errors appear here.
  if (!exact || !first.index) request.matcher();
  const sorted = request.sort.length === 0 || (first.sorted && !another);
  return { scans, exact, sorted, keysExamined: 0, docsExamined: 0 };
}

/** The most common request: equality on a unique field, such as `_id`. It matches a single key, so no alternatives are compared. */
function pointScan({ collection, filter, hint, sort, collation }: FindRequest): Scan | undefined {
  const [[path, value] = [], another] = Object.entries(filter);
  const isPoint = typeof value === 'string' || typeof value === 'number' || value instanceof ObjectId;
  if (!isPoint || another || hint !== undefined || sort.length > 0) return undefined;
  const index = collection.indexes.find(({ unique, fields: [field, second] }) => {
    return unique && field?.path === path && !field?.descending && !second;
  });
  if (!index || index.hidden || index.building || index.partialFilter) return undefined;
  if (!sameCollation(index.collation, collation)) return undefined;
  const intervals = [intervalOf(collection, index, [{ start: keyOf(value, index.collation) }])];
  return { index, intervals, reverse: false, sorted: true, exact: !index.truncated, score: onePoint };
}

function chooseScans(request: FindRequest): [Scan, ...Scan[]] {
  const point = pointScan(request);
  if (point) return [point];
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

/** Plans an `$or` with indexes if every branch can use one. */
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
    // Without a sort, an index only helps conditions on its first field.
    const isUseful = request.sort.length > 0 || conditions.some(({ path }) => path === index.fields[0]?.path);
    if (!isUseful || index.hidden || index.building || !holdsAll(index, request, conditions)) continue;
    const scan = scanIndex(request, index, conditions);
    if (scan.score > (best?.score ?? 0)) best = scan;
    if (scan.score >= onePoint) break;
  }
  return best;
}

/** Operators that a single value must satisfy, and, unless they match null, an existing one. */
const positive = new Set(['$eq', '$in', '$gt', '$gte', '$lt', '$lte', '$type', '$regex']);

function needsPresence({ operator, value }: Condition): boolean {
  if (operator === '$exists') return isTruthy(value);
  return positive.has(operator) && ![value].flat().some(isNull);
}

/** Whether a sparse or partial index contains every document that matches the filter. False when uncertain. */
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
  // `{ $gt: 5 }` implies `{ $gte: 3 }`: same direction, from a value inside the range.
  const isRange = /^\$[gl]te?$/.test(operator) && operator[1] === wanted.operator[1];
  if (!isRange && !(operator === '$eq' && positive.has(wanted.operator))) return false;
  const fits = compileFilter({ v: { [wanted.operator]: wanted.value } }, { collation });
  return !isNull(value) && !Array.isArray(value) && !wanted.options && fits({ v: value });
}

/** Plans a scan of one index; in the worst case of all of it. */
function scanIndex(request: FindRequest, index: Index, conditions: Condition[]): Scan {
  const { fields, unique, multikeyFields } = index;
  // Strings can only be found with the index's own collation.
  const isSame = sameCollation(index.collation, request.collation);
  const usable = isSame ? conditions : conditions.filter(({ value }) => ![value].flat().some(isCollated));
  let tuples: Interval[][] = [[]];
  let [bounded, fixed, consumed, score] = [0, 0, 0, 0];
  // The number of leading fields fixed to a single key: the following fields are in order.
  for (const [i, { path, parts }] of fields.entries()) {
    const isMultikey = multikeyFields.has(i);
    // Fields in one array may match in different elements, so only the first of them bounds the scan.
    if (isMultikey && fields.slice(0, i).some((other) => other.parts[0] === parts[0])) break;
    const own = usable.filter((condition) => condition.path === path);
    const bounds = boundsOf(own, index, i);
    if (!bounds || (i > 0 && tuples.length * bounds.ranges.length > maxIntervals)) break;
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

/** 1 or -1 if reading the index forwards or backwards gives the requested order, 0 otherwise. */
function sortDirection({ fields, multikeyFields }: Index, sort: readonly SortField[], fixed: number): number {
  // An array is found by one of its values and sorted by another: only fixed fields without arrays can be skipped.
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
