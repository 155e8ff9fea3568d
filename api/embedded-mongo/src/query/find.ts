import { compileExpression } from '../aggregate/pipeline.ts';
import { optionalDocument, optionalNumber } from '../input.ts';
import type { Collection } from '../storage/catalog.ts';
import { documentKey, readRecordId } from '../storage/keyspace.ts';
import type { Entry, View } from '../storage/view.ts';
import { type Document, decode } from '../values/decode.ts';
import { isDocument } from '../values/types.ts';
import { parseCollation } from './collation.ts';
import { compileFilter, type MatchDetails, type Matcher, type MatchOptions } from './matcher.ts';
import { type FindPlan, type Interval, planFind, type Scan } from './planner.ts';
import { parseSort, TopSorter } from './sort.ts';

/** Told now and then how a scan goes: throws when its time is up, says true when others should have a turn. */
export type Tick = () => boolean;

/** What is wanted of a collection, and how the collection is seen. A limit of 0 is none. */
export type FindRequest = Readonly<ReturnType<typeof findRequest>>;

interface Reader {
  readonly view: View;
  readonly tick: Tick;
  readonly body: Document;
}

/** Reads what a command, or a statement of it, wants of a collection. */
export function findRequest({ view, tick, body }: Reader, collection: Collection, wanted: Document) {
  const own = collection.indexes[0]?.collation;
  const collation = wanted.collation === undefined ? own : parseCollation(wanted.collation);
  const variables = { ...optionalDocument(body, 'let'), ...optionalDocument(wanted, 'c') };
  const compile = (expression: unknown) => compileExpression(expression, { collation, variables });
  const match: MatchOptions = { collation, compile };
  const filter = optionalDocument(wanted, 'filter') ?? {};
  const sort = parseSort(wanted.sort);
  const skip = optionalNumber(wanted, 'skip', 0) ?? 0;
  const limit = Math.abs(optionalNumber(wanted, 'limit') ?? 0);
  const isHint = !isDocument(wanted.hint) || Object.keys(wanted.hint).length > 0;
  const hint = isHint ? wanted.hint : undefined;
  let compiled: Matcher | undefined;
  /** The filter, compiled when it is first asked for. */
  const matcher = (): Matcher => {
    compiled ??= compileFilter(filter, match);
    return compiled;
  };
  return { view, tick, collection, filter, sort, skip, limit, hint, collation, variables, match, matcher };
}

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

/** Reads a document by its record; undefined when it is gone, as the reader may have paused since it was found. */
export function readRecord(view: View, { id }: Collection, recordId: number): StoredDocument | undefined {
  const bytes = view.get(documentKey(id, recordId));
  return bytes && new StoredDocument(recordId, bytes);
}

function entriesOf(view: View, { start, end }: Interval, reverse: boolean): Iterable<Entry> {
  if (end) return view.range({ start, end, reverse });
  const value = view.get(start);
  return value ? [{ key: start, value }] : [];
}

/** Reads the documents that a plan leads to, before any filter. */
function* candidates(request: FindRequest, plan: FindPlan): Generator<StoredDocument> {
  const { view, collection } = request;
  const { scans } = plan;
  const mayRepeat = ({ index }: Scan): unknown => index?.multikeyFields.size || index?.truncated;
  const seen = scans.length > 1 || scans.some(mayRepeat) ? new Set<number>() : undefined;
  for (const { index, intervals, reverse } of scans) {
    for (const interval of reverse ? intervals.toReversed() : intervals) {
      for (const { key, value } of entriesOf(view, interval, reverse)) {
        if (index) plan.keysExamined++;
        const recordId = readRecordId(index ? value : key);
        if (seen?.has(recordId)) continue;
        seen?.add(recordId);
        const found = index ? readRecord(view, collection, recordId) : new StoredDocument(recordId, value);
        if (!found) continue;
        plan.docsExamined++;
        yield found;
      }
    }
  }
}

/** Finds documents: filtered, in order, skipped and limited. Gives undefined where it pauses to let others work. */
export function* find(request: FindRequest, plan = planFind(request)): Generator<StoredDocument | undefined> {
  const { view, collection, skip } = request;
  const { epoch } = view;
  const end = request.limit ? skip + request.limit : Number.POSITIVE_INFINITY;
  // Only keys and record numbers are held while sorting; documents are read again when they are sent.
  const sorter = plan.sorted ? undefined : new TopSorter<number>(request.sort, end, request.collation);
  let position = 0;
  for (const candidate of candidates(request, plan)) {
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

/** Counts by the keys alone; undefined where they do not have the answer. */
export function countKeys({ view, skip, limit }: FindRequest, plan: FindPlan): number | undefined {
  const [scan, another] = plan.scans;
  if (!plan.exact || !scan || another || scan.index?.multikeyFields.size) return undefined;
  let total = -skip;
  for (const { start, end } of scan.intervals)
    total += end ? view.count({ start, end }) : Number(view.get(start) !== undefined);
  return Math.min(Math.max(0, total), limit || Number.POSITIVE_INFINITY);
}

/** The array element that the filter matched, for the positional operator; most requests never ask for it. */
export function matchedIndex(request: FindRequest, doc: Document): number | undefined {
  const details: MatchDetails = {};
  return request.matcher()(doc, details) ? details.index : undefined;
}
