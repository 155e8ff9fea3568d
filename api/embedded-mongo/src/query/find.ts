import type { Collection } from '../storage/catalog.ts';
import { afterPrefix, documentKey, documentsSection, prefixOf, readRecordId } from '../storage/keyspace.ts';
import { recordOf } from '../storage/records.ts';
import type { View } from '../storage/view.ts';
import { type Document, decode } from '../values/decode.ts';
import { isDocument } from '../values/types.ts';
import { type Collation, sameCollation } from './collation.ts';
import { compileFilter, type MatchDetails, type Matcher, type MatchOptions } from './matcher.ts';
import { choosePlan, type IndexPlan } from './planner.ts';
import { type SortField, TopSorter } from './sort.ts';

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

export interface FindRequest {
  readonly filter: Document;
  readonly sort: readonly SortField[];
  readonly skip: number;
  /** 0 means no limit. */
  readonly limit: number;
  readonly collation?: Collation | undefined;
  readonly hint?: unknown;
  readonly match: MatchOptions;
}

/** What a search did, for `explain`. */
export interface FindStats {
  keysExamined: number;
  docsExamined: number;
}

/** How the documents of a request are found. */
export interface FindPlan {
  /** One index, or one for each branch of an `$or`; none means reading the whole collection. */
  readonly indexes: IndexPlan[];
  readonly sorted: boolean;
  readonly exact: boolean;
  readonly matches: Matcher;
  readonly backwards: boolean;
}

/** Plans a request against a collection. */
export function planFind(collection: Collection, request: FindRequest): FindPlan {
  const { filter, sort, collation, hint } = request;
  const single = choosePlan(collection, { filter, sort, collation, hint });
  // Where an index says all that the filter says, the filter is rarely asked.
  let compiled = single?.exact ? undefined : compileFilter(filter, request.match);
  const matches: Matcher = (doc, details) => {
    compiled ??= compileFilter(filter, request.match);
    return compiled(doc, details);
  };
  if (single)
    return {
      indexes: [single],
      sorted: single.sorted || sort.length === 0,
      exact: single.exact,
      matches,
      backwards: false,
    };
  const branches = hint === undefined ? planBranches(collection, request) : undefined;
  if (branches)
    return { indexes: branches, sorted: sort.length === 0, exact: false, matches, backwards: false };
  const natural = isDocument(hint) && hint.$natural === -1;
  const exact = Object.keys(filter).length === 0;
  const byNatural = sort.length === 1 && sort[0]?.path === '$natural' ? sort[0] : undefined;
  const backwards = natural || byNatural?.descending === true;
  return { indexes: [], sorted: sort.length === 0 || byNatural !== undefined, exact, matches, backwards };
}

/** An `$or` reads indexes if every branch can. */
function planBranches(collection: Collection, request: FindRequest): IndexPlan[] | undefined {
  const { $or: branches, ...rest } = request.filter;
  if (!Array.isArray(branches)) return undefined;
  const plans: IndexPlan[] = [];
  for (const branch of branches) {
    if (!isDocument(branch)) return undefined;
    const filter = { $and: [rest, branch] };
    const plan = choosePlan(collection, { filter, sort: [], collation: request.collation });
    if (!plan) return undefined;
    plans.push(plan);
  }
  return plans;
}

/** The one key that a plan reads, if it reads no more and nothing is left to test. */
export function pointOf(plan: FindPlan): Buffer | undefined {
  const [index, second] = plan.indexes;
  const [interval] = index?.intervals ?? [];
  if (!plan.exact || second || index?.intervals.length !== 1 || !interval || !('point' in interval))
    return undefined;
  return interval.point;
}

/** The document behind a key of a unique index. */
export function readPoint(view: View, collection: Collection, point: Buffer): Buffer | undefined {
  const entry = view.get(point);
  return entry && view.get(documentKey(collection.id, recordOf(entry)));
}

/** Reads the documents that a plan leads to, before any filter. */
export function* candidates(
  view: View,
  collection: Collection,
  plan: FindPlan,
  stats: FindStats,
): Generator<StoredDocument> {
  if (plan.indexes.length === 0) {
    const start = prefixOf(collection.id, documentsSection);
    for (const { key, value } of view.range({ start, end: afterPrefix(start), reverse: plan.backwards })) {
      stats.docsExamined++;
      yield new StoredDocument(readRecordId(key, 6), value);
    }
    return;
  }
  const seen =
    plan.indexes.length > 1 || plan.indexes[0]?.index.multikeyFields.size ? new Set<number>() : undefined;
  for (const index of plan.indexes) {
    for (const recordId of indexRecords(view, index, stats)) {
      if (seen?.has(recordId)) continue;
      seen?.add(recordId);
      const bytes = view.get(documentKey(collection.id, recordId));
      // Gone since the entry was read: the reader paused, and somebody removed the document.
      if (!bytes) continue;
      stats.docsExamined++;
      yield new StoredDocument(recordId, bytes);
    }
  }
}

function* indexRecords(view: View, plan: IndexPlan, stats: FindStats): Generator<number> {
  const intervals = plan.reverse ? plan.intervals.toReversed() : plan.intervals;
  for (const interval of intervals) {
    if ('point' in interval) {
      const value = view.get(interval.point);
      if (!value) continue;
      stats.keysExamined++;
      yield recordOf(value);
    } else {
      for (const { value } of view.range({ ...interval, reverse: plan.reverse })) {
        stats.keysExamined++;
        yield recordOf(value);
      }
    }
  }
}

/** Told now and then how a scan goes: throws when its time is up, says true when others should have a turn. */
export type Tick = () => boolean;

/** Finds documents: filtered, in order, skipped and limited. Gives undefined where it pauses to let others work. */
export function* find(
  view: View,
  collection: Collection,
  request: FindRequest,
  tick: Tick,
  plan = planFind(collection, request),
  stats: FindStats = { keysExamined: 0, docsExamined: 0 },
): Generator<StoredDocument | undefined> {
  const { epoch } = view;
  const matching = function* (): Generator<StoredDocument | undefined> {
    for (const candidate of candidates(view, collection, plan, stats)) {
      if (tick()) yield undefined;
      // Data that changed while the reader paused may no longer be what the index said.
      if ((plan.exact && view.epoch === epoch) || plan.matches(candidate.doc)) yield candidate;
    }
  };
  const { skip, limit } = request;
  if (!plan.sorted) {
    const wanted = limit ? skip + limit : Number.POSITIVE_INFINITY;
    // Only keys and record numbers are held while sorting; documents are read again when they are sent.
    const sorter = new TopSorter<number>(request.sort, wanted, request.collation);
    for (const candidate of matching()) {
      if (candidate) sorter.add(candidate.recordId, candidate.doc);
      else yield undefined;
    }
    for (const recordId of sorter.finish().slice(skip)) {
      const bytes = view.get(documentKey(collection.id, recordId));
      if (bytes) yield new StoredDocument(recordId, bytes);
    }
    return;
  }
  let position = 0;
  for (const candidate of matching()) {
    if (!candidate) {
      yield undefined;
      continue;
    }
    position++;
    if (position > skip) yield candidate;
    if (limit && position >= skip + limit) return;
  }
}

/** Counts without reading documents where the index alone has the answer. */
export function* count(
  view: View,
  collection: Collection,
  request: FindRequest,
  tick: Tick,
): Generator<undefined, number> {
  const plan = planFind(collection, request);
  const [index] = plan.indexes;
  let total: number | undefined;
  if (!index && plan.exact) {
    const start = prefixOf(collection.id, documentsSection);
    total = view.count({ start, end: afterPrefix(start) });
  } else if (index && plan.exact && plan.indexes.length === 1 && index.index.multikeyFields.size === 0) {
    total = index.intervals.reduce(
      (sum, interval) =>
        sum + ('point' in interval ? (view.get(interval.point) ? 1 : 0) : view.count(interval)),
      0,
    );
  }
  if (total === undefined) {
    total = 0;
    for (const found of find(view, collection, request, tick, plan)) {
      if (found) total++;
      else yield undefined;
    }
    return total;
  }
  const rest = Math.max(0, total - request.skip);
  return request.limit ? Math.min(rest, request.limit) : rest;
}

/** Finds the array element that the filter matched, for the positional operator. */
export function matchDetails(matches: Matcher, doc: Document): MatchDetails | undefined {
  const details: MatchDetails = {};
  return matches(doc, details) ? details : undefined;
}

/** A collection's own collation applies where a command names none. */
export function collationOf(collection: Collection, asked: Collation | undefined): Collation | undefined {
  const own = collection.indexes[0]?.collation;
  return asked && !sameCollation(asked, own) ? asked : (asked ?? own);
}
