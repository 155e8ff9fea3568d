import type { Collection } from '../storage/catalog.ts';
import { documentKey, readRecordId } from '../storage/keyspace.ts';
import { recordOf } from '../storage/records.ts';
import type { Entry, View } from '../storage/view.ts';
import { type Document, decode } from '../values/decode.ts';
import type { MatchDetails } from './matcher.ts';
import { type FindPlan, type Interval, planFind, type Scan } from './planner.ts';
import type { FindRequest } from './request.ts';
import { TopSorter } from './sort.ts';

/** A document as it is stored; decoded only when somebody looks inside. */
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

/** Told now and then how a scan goes: throws when its time is up, says true when others should have a turn. */
export type Tick = () => boolean;

/** Reads a document by its record; undefined when it is gone, as the reader may have paused since it was found. */
export function readRecord(view: View, { id }: Collection, recordId: number): StoredDocument | undefined {
  const bytes = view.get(documentKey(id, recordId));
  return bytes && new StoredDocument(recordId, bytes);
}

function entriesOf(view: View, interval: Interval, reverse: boolean): Iterable<Entry> {
  if ('start' in interval) return view.range({ ...interval, reverse });
  const value = view.get(interval.point);
  return value ? [{ key: interval.point, value }] : [];
}

/** Reads the documents that a plan leads to, before any filter. */
function* candidates(request: FindRequest, plan: FindPlan, stats: FindStats): Generator<StoredDocument> {
  const { view, collection } = request;
  const { scans } = plan;
  const mayRepeat = ({ index }: Scan): unknown => index?.multikeyFields.size || index?.truncated;
  const seen = scans.length > 1 || scans.some(mayRepeat) ? new Set<number>() : undefined;
  for (const { index, intervals, reverse } of scans) {
    for (const interval of reverse ? intervals.toReversed() : intervals) {
      for (const { key, value } of entriesOf(view, interval, reverse)) {
        if (index) stats.totalKeysExamined++;
        const recordId = index ? recordOf(value) : readRecordId(key, 6);
        if (seen?.has(recordId)) continue;
        seen?.add(recordId);
        const found = index ? readRecord(view, collection, recordId) : new StoredDocument(recordId, value);
        if (!found) continue;
        stats.totalDocsExamined++;
        yield found;
      }
    }
  }
}

/** What a search did, for `explain`. */
interface FindStats {
  totalKeysExamined: number;
  totalDocsExamined: number;
}

/** Finds documents: filtered, in order, skipped and limited. Gives undefined where it pauses to let others work. */
export function* find(
  request: FindRequest,
  plan = planFind(request),
  stats: FindStats = { totalKeysExamined: 0, totalDocsExamined: 0 },
): Generator<StoredDocument | undefined> {
  const { view, collection, skip } = request;
  const { epoch } = view;
  const end = request.limit ? skip + request.limit : Number.POSITIVE_INFINITY;
  // Only keys and record numbers are held while sorting; documents are read again when they are sent.
  const sorter = plan.sorted ? undefined : new TopSorter<number>(request.sort, end, request.collation);
  let position = 0;
  for (const candidate of candidates(request, plan, stats)) {
    if (request.tick()) yield undefined;
    // Data that changed while the reader paused may no longer be what the index said.
    if (!(plan.exact && view.epoch === epoch) && !request.matcher()(candidate.doc)) continue;
    if (sorter) sorter.add(candidate.recordId, candidate.doc);
    else if (++position > skip) yield candidate;
    if (position >= end) return;
  }
  for (const recordId of sorter?.finish().slice(skip) ?? []) {
    const found = readRecord(view, collection, recordId);
    if (found) yield found;
  }
}

/** The first document of a request, without pausing. */
export function findFirst(request: FindRequest): StoredDocument | undefined {
  for (const found of find({ ...request, limit: 1 })) if (found) return found;
  return undefined;
}

/** Counts, without reading documents where the keys alone have the answer. Gives undefined where it pauses. */
export function* count(request: FindRequest): Generator<number | undefined> {
  const { view, skip, limit } = request;
  const plan = planFind(request);
  const [scan, another] = plan.scans;
  let total = 0;
  if (plan.exact && scan && !another && !scan.index?.multikeyFields.size) {
    for (const interval of scan.intervals)
      total += 'start' in interval ? view.count(interval) : view.get(interval.point) ? 1 : 0;
    total = Math.min(Math.max(0, total - skip), limit || total);
  } else {
    for (const found of find(request, plan)) {
      if (found) total++;
      else yield undefined;
    }
  }
  yield total;
}

/** Finds the array element that the filter matched, for the positional operator. */
export function matchDetails(request: FindRequest, doc: Document): MatchDetails | undefined {
  const details: MatchDetails = {};
  return request.matcher()(doc, details) ? details : undefined;
}
