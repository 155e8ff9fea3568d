import type { QueryFilter } from 'mongoose';
import type { ModelOf } from '../database/any-model.ts';
import {
  newestFirst,
  type Position,
  positionFilter,
  positionOf,
  readMarkedPage,
  readPage,
} from '../paging.ts';
import type { ApiContext } from '../state.ts';
import { type EntryOrder, readByNumber, searchEntries } from './find-entries.ts';
import type { SearchEntry } from './search-entry.model.ts';

interface Listed<Doc, Entry extends SearchEntry> {
  documents: ModelOf<Doc>;
  entries: ModelOf<Entry>;
  /** Which of the documents are there for everybody; default: all. */
  filter?: QueryFilter<Doc>;
  /** The ids of those of them that are not for the caller; default: none. */
  findExcluded?(docs: readonly Doc[]): Promise<ReadonlySet<string>>;
}

interface ListQuery<Entry extends SearchEntry> {
  q?: string;
  facets?: readonly string[];
  /** Facets that stand for texts which contain `q`; see `Search`. */
  standIns?: readonly string[];
  /** Default: newest first. */
  order?: EntryOrder<Entry>;
  limit: number;
  cursor?: string;
}

/** A page of documents that are there for everybody: all of them, or those that contain a text and fit filters. */
export async function listFound<Doc extends Position, Entry extends SearchEntry>(
  ctx: ApiContext,
  { documents, entries, filter = {}, findExcluded = async () => new Set() }: Listed<Doc, Entry>,
  { q, facets = [], standIns, order, ...paging }: ListQuery<Entry>,
): Promise<Doc[]> {
  if (!q && facets.length === 0 && !order) {
    return readPage(ctx, paging, {
      read: (after, limit) =>
        documents
          .find({ ...filter, ...positionFilter(after) })
          .sort(newestFirst)
          .limit(limit)
          .lean<Doc[]>(),
      async present(docs) {
        const out = await findExcluded(docs);
        return docs.map((doc) => (out.has(String(doc._id)) ? null : doc));
      },
    });
  }
  // Which term is the rarest is asked by time, whatever the order.
  const found = await searchEntries(
    entries,
    { q, facets, standIns },
    order ? null : positionOf(paging.cursor),
  );
  async function present(rows: Entry[]): Promise<Array<Doc | null>> {
    const ids = rows.filter(found.matches).map(({ _id }) => _id);
    const docs = await documents.find({ ...filter, _id: { $in: ids } }).lean<Doc[]>();
    const out = await findExcluded(docs);
    const byId = new Map(docs.map((doc) => [String(doc._id), doc]));
    return rows.map(({ _id }) => (out.has(String(_id)) ? null : (byId.get(String(_id)) ?? null)));
  }
  if (!order) return readPage(ctx, paging, { read: found.read, present });
  return readMarkedPage(ctx, paging, {
    read: (after, limit) => readByNumber(entries, found.terms, order, after, limit),
    present,
    // True because `order` names a number of the entry.
    isMoving: true,
    markOf: (entry) => ({ value: entry[order] as number, _id: entry._id }),
  });
}
