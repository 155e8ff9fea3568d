import { check } from '../input.ts';
import type { Collection } from '../storage/catalog.ts';
import { documentKey, nextKey, type Range, readRecordId } from '../storage/keyspace.ts';
import type { Entry, View } from '../storage/view.ts';
import { type Document, decode } from '../values/decode.ts';
import { encode } from '../values/encode.ts';
import type { Interval } from './bounds.ts';
import type { MatchDetails } from './matcher.ts';
import { type FindPlan, planFind, type Scan } from './planner.ts';
import type { Projection } from './projection.ts';
import type { FindRequest } from './request.ts';
import { TopSorter } from './sort.ts';

/** A stored document, decoded lazily. */
export class StoredDocument {
  readonly recordId: number;
  readonly bytes: Buffer;
  private decoded: Document | undefined;

  constructor(recordId: number, bytes: Buffer) {
    this.recordId = recordId;
    this.bytes = bytes;
  }

  get doc(): Document {
    this.decoded ??= decode(this.bytes);
    return this.decoded;
  }
}

/** Reads a document by its record number; undefined if it was removed while the reader paused. */
export function readRecord(view: View, { id }: Collection, recordId: number): StoredDocument | undefined {
  const bytes = view.get(documentKey(id, recordId));
  return bytes && new StoredDocument(recordId, bytes);
}

/** A reader's position: all that an open cursor keeps of its search between two batches. */
export interface Position {
  scan: number;
  interval: number;
  /** The last key read in the interval. */
  after?: Buffer | undefined;
  /** The number of documents found. */
  count: number;
  /** The data's epoch when the reader started. */
  epoch?: number;
  /** Records already returned, if an index may contain a record more than once. */
  seen?: Set<number> | undefined;
  /** The sorted record numbers, if no index provides the order. */
  sorted?: Float64Array | undefined;
}

export const firstPosition = (): Position => ({ scan: 0, interval: 0, count: 0 });

type How = Omit<Range, 'start' | 'end'>;

function entriesOf(view: View, { start, end }: Interval, how: How, after?: Buffer): Iterable<Entry> {
  if (!end) {
    const value = after ? undefined : view.get(start);
    return value ? [{ key: start, value }] : [];
  }
  const left = !after ? { start, end } : how.reverse ? { start, end: after } : { start: nextKey(after), end };
  return view.range({ ...left, ...how });
}

/** After an empty interval: the key up to which all intervals are empty. Unknown for single-key intervals. */
function emptyUpTo(view: View, { end: start }: Interval, { end }: Interval): Buffer | undefined {
  const [next] = start && end ? view.range({ start, end, expected: 1 }) : [];
  return start && (next?.key ?? end);
}

/** Reads a plan's candidate documents, before filtering. */
function* candidates(request: FindRequest, plan: FindPlan, position: Position): Generator<StoredDocument> {
  const { view, collection, skip, limit } = request;
  const { scans, exact, sorted } = plan;
  // Every key is a result.
  const expected = exact && sorted && limit ? skip + limit : undefined;
  const mayRepeat = ({ index }: Scan): unknown => index?.multikeyFields.size || index?.truncated;
  if (scans.length > 1 || scans.some(mayRepeat)) position.seen ??= new Set();
  const { seen } = position;
  for (; position.scan < scans.length; position.scan++, position.interval = 0) {
    const { index, intervals = [], reverse = false } = scans[position.scan] ?? {};
    // With many values few may exist. Looking ahead finds empty intervals to skip, as long as that saves searches.
    let looks = reverse ? 0 : 2;
    let empty: Buffer | undefined;
    for (; position.interval < intervals.length; position.interval++, position.after = undefined) {
      const interval = intervals.at(reverse ? -1 - position.interval : position.interval);
      const isEmpty = !interval || (empty && Buffer.compare(interval.end ?? interval.start, empty) < 0);
      const entries = isEmpty ? [] : entriesOf(view, interval, { reverse, expected }, position.after);
      for (const { key, value } of entries) {
        position.after = key;
        if (index) plan.keysExamined++;
        const recordId = readRecordId(index ? value : key);
        if (seen?.has(recordId)) continue;
        seen?.add(recordId);
        const found = index ? readRecord(view, collection, recordId) : new StoredDocument(recordId, value);
        if (!found) continue;
        plan.docsExamined++;
        yield found;
      }
      if (isEmpty) looks++;
      else if (!position.after && looks-- > 0)
        empty = emptyUpTo(view, interval, intervals.at(-1) ?? interval);
    }
  }
}

/** Finds documents: filtered, sorted, skipped and limited. Yields undefined when others should run. */
export function* find(
  request: FindRequest,
  plan = planFind(request),
  position = firstPosition(),
): Generator<StoredDocument | undefined> {
  const { view, collection, skip } = request;
  const epoch = (position.epoch ??= view.epoch);
  // Without conditions and an index, every document is a result.
  const isCertain = plan.exact && !plan.scans.some(({ index }) => index);
  const isWanted = (candidate: StoredDocument): boolean =>
    // After a change during a pause the index entry may be outdated, so the filter is checked.
    isCertain || (plan.exact && view.epoch === epoch) || request.matcher()(candidate.doc);
  const end = request.limit ? skip + request.limit : Number.POSITIVE_INFINITY;
  // A sort holds only keys and record numbers; documents are read again when they are sent.
  if (!plan.sorted && !position.sorted) {
    const sorter = new TopSorter<number>(request.sort, end, request.collation);
    for (const candidate of candidates(request, plan, position)) {
      if (request.tick()) yield undefined;
      if (isWanted(candidate)) sorter.add(candidate.recordId, candidate.doc);
    }
    position.seen = undefined;
    position.sorted = Float64Array.from(sorter.finish().slice(skip));
  }
  if (position.sorted) {
    for (; position.count < position.sorted.length; ) {
      const found = readRecord(view, collection, position.sorted[position.count++] ?? 0);
      if (found) yield found;
    }
    return;
  }
  for (const candidate of candidates(request, plan, position)) {
    if (request.tick()) yield undefined;
    if (!isWanted(candidate)) continue;
    if (++position.count > skip) yield candidate;
    if (position.count >= end) return;
  }
}

/** Fails if an index or collection that a reader resumes on is gone. */
function checkPlan({ collection }: FindRequest, { scans }: FindPlan): void {
  const isThere = scans.every(({ index }) => !index || collection.indexes.includes(index));
  const text = (): string => `an index or the collection ${collection.ns} was dropped`;
  check(isThere && !collection.isDropped, 175, text);
}

/** A request's results as bytes. A module-level generator, because V8 would optimise each closure anew. */
export function* bytesFound(
  request: FindRequest,
  plan: FindPlan,
  position: Position,
  project?: Projection,
): Generator<Uint8Array | undefined> {
  // Only a resumed reader can miss a dropped collection; one that never existed is empty.
  if (position.epoch !== undefined) checkPlan(request, plan);
  for (const item of find(request, plan, position))
    if (!item || !project) yield item?.bytes;
    else yield encode(project(item.doc, () => matchedIndex(request, item.doc)));
}

/** Reduces a position's memory before it is kept; returns the additional bytes it holds. */
export function parkPosition(position: Position): number {
  // Copies the key, because a small buffer would keep the large pool that it is part of.
  const { after, seen, sorted } = position;
  if (after) position.after = Buffer.from(new Uint8Array(after).buffer);
  return (sorted?.byteLength ?? 0) + (seen?.size ?? 0) * bytesPerSeen;
}
const bytesPerSeen = 40;

/** A request's first document, without pauses. */
export function findFirst(request: FindRequest): StoredDocument | undefined {
  for (const found of find({ ...request, limit: 1 })) if (found) return found;
  return undefined;
}

/** Counts by keys alone; undefined if they do not suffice. */
export function countKeys({ view, skip, limit }: FindRequest, plan: FindPlan): number | undefined {
  const [scan, another] = plan.scans;
  if (!plan.exact || !scan || another || scan.index?.multikeyFields.size) return undefined;
  let total = -skip;
  for (const { start, end } of scan.intervals)
    total += end ? view.count({ start, end }) : Number(view.get(start) !== undefined);
  return Math.min(Math.max(0, total), limit || Number.POSITIVE_INFINITY);
}

/** The array element that the filter matched, for the positional operator; computed only on demand. */
export function matchedIndex(request: FindRequest, doc: Document): number | undefined {
  const details: MatchDetails = {};
  return request.matcher()(doc, details) ? details.index : undefined;
}
