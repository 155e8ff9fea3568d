import type { PipelineStage, QueryFilter } from 'mongoose';
import type { ModelOf } from '../database/any-model.ts';
import { batchFind } from '../database/batch-loader.ts';
import { type Position, positionFilter, positionOf, readMarkedPage, readPage } from '../paging.ts';
import type { ApiContext } from '../state.ts';
import { type EntryOrder, readByNumber, searchEntries } from './find-entries.ts';
import type { SearchEntry } from './search-entry.model.ts';

interface Listed<Doc, Entry extends SearchEntry, Item> {
  documents: ModelOf<Doc>;
  entries: ModelOf<Entry>;
  /** Restricts the list to public documents; default: all. */
  filter?: QueryFilter<Doc>;
  /** Lookups joined to each document. */
  joined?: readonly PipelineStage.Lookup[];
  /** Presents documents in the given order. */
  present(docs: readonly Doc[]): Promise<Item[]>;
  /** Ids of documents hidden from the caller; runs in parallel with presenting. */
  findExcluded(docs: readonly Doc[]): Promise<ReadonlySet<string>>;
}

interface ListQuery<Entry extends SearchEntry> {
  q?: string;
  facets?: readonly string[];
  /** Facets that stand for texts containing `q`; see `Search`. */
  standIns?: readonly string[];
  /** Default: newest first. */
  order?: EntryOrder<Entry>;
  limit: number;
  cursor?: string;
}

/** A page of public documents, optionally filtered by a text and facets. */
export async function listFound<Doc extends Position, Entry extends SearchEntry, Item>(
  ctx: ApiContext,
  { documents, entries, filter = {}, joined = [], present, findExcluded }: Listed<Doc, Entry, Item>,
  { q, facets = [], standIns, order, ...paging }: ListQuery<Entry>,
): Promise<Item[]> {
  async function presentAllowed(docs: readonly Doc[]): Promise<Array<Item | null>> {
    const [items, out] = await Promise.all([present(docs), findExcluded(docs)]);
    return docs.map(({ _id }, place) => (out.has(String(_id)) ? null : (items[place] ?? null)));
  }
  if (!q && facets.length === 0 && !order) {
    return readPage(ctx, paging, {
      read: (after, limit) =>
        batchFind(documents, { ...filter, ...positionFilter(after) }, [
          { $sort: { createdAt: -1, _id: -1 } },
          { $limit: limit },
          ...joined,
        ]),
      present: presentAllowed,
    });
  }
  // The rarest term is probed by time, whatever the sort order.
  const found = await searchEntries(
    entries,
    { q, facets, standIns },
    order ? null : positionOf(paging.cursor),
  );
  async function presentRows(rows: Entry[]): Promise<Array<Item | null>> {
    const ids = rows.filter(found.matches).map(({ _id }) => _id);
    const docs = await documents.find({ ...filter, _id: { $in: ids } }).lean<Doc[]>();
    const items = await presentAllowed(docs);
    const byId = new Map(docs.map(({ _id }, place) => [String(_id), items[place] ?? null]));
    return rows.map(({ _id }) => byId.get(String(_id)) ?? null);
  }
  if (!order) return readPage(ctx, paging, { read: found.read, present: presentRows });
  return readMarkedPage(ctx, paging, {
    read: (after, limit) => readByNumber(entries, found.terms, order, after, limit),
    present: presentRows,
    // Safe: `order` names a numeric field of the entry.
    isMoving: true,
    markOf: (entry) => ({ value: entry[order] as number, _id: entry._id }),
  });
}
