import type { QueryFilter } from 'mongoose';
import type { ModelOf } from '../database/any-model.ts';
import type { ObjectId } from '../database/ids.ts';
import { newestFirst, type Position, positionFilter, positionOf, readPage } from '../paging.ts';
import type { ApiContext } from '../state.ts';
import { searchEntries } from './find-entries.ts';
import type { SearchEntry } from './search-entry.model.ts';

interface Listed<Doc> {
  documents: ModelOf<Doc>;
  entries: ModelOf<SearchEntry>;
  /** Which of the documents are there for everybody; default: all. */
  filter?: QueryFilter<Doc>;
  /** Which of them are not for the caller, by their ids; default: none. */
  leftOut?(ids: ObjectId[]): Promise<ReadonlySet<string>>;
}

/** A page of documents that are there for everybody, newest first: all of them, or those that contain a text. */
export async function listFound<Doc extends Position>(
  ctx: ApiContext,
  { documents, entries, filter = {}, leftOut = async () => new Set() }: Listed<Doc>,
  { q, ...paging }: { q?: string; limit: number; cursor?: string },
): Promise<Doc[]> {
  if (!q) {
    return readPage(ctx, paging, {
      read: (after, limit) =>
        documents
          .find({ ...filter, ...positionFilter(after) })
          .sort(newestFirst)
          .limit(limit)
          .lean<Doc[]>(),
      async present(docs) {
        const out = await leftOut(docs.map(({ _id }) => _id));
        return docs.map((doc) => (out.has(String(doc._id)) ? null : doc));
      },
    });
  }
  const found = await searchEntries(entries, { q }, positionOf(paging.cursor));
  return readPage(ctx, paging, {
    read: found.read,
    async present(rows) {
      const ids = rows.filter(found.matches).map(({ _id }) => _id);
      const [docs, out] = await Promise.all([
        documents.find({ ...filter, _id: { $in: ids } }).lean<Doc[]>(),
        leftOut(ids),
      ]);
      const byId = new Map(docs.map((doc) => [String(doc._id), doc]));
      return rows.map(({ _id }) => (out.has(String(_id)) ? null : (byId.get(String(_id)) ?? null)));
    },
  });
}
