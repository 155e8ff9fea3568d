import type { QueryFilter } from 'mongoose';
import type { ModelOf } from '../database/any-model.ts';
import { newestFirst, type Position, pageOfAll, positionFilter, positionOf, readPage } from '../paging.ts';
import type { ApiContext } from '../state.ts';
import { searchEntries } from './find-entries.ts';
import type { SearchEntry } from './search-entry.model.ts';

interface Listed<Doc> {
  documents: ModelOf<Doc>;
  entries: ModelOf<SearchEntry>;
  /** Which of the documents are there for everybody; default: all. */
  filter?: QueryFilter<Doc>;
}

/** A page of documents that everybody may see, newest first: all of them, or those that contain a text. */
export async function listFound<Doc extends Position>(
  ctx: ApiContext,
  { documents, entries, filter = {} }: Listed<Doc>,
  { q, ...paging }: { q?: string; limit: number; cursor?: string },
): Promise<Doc[]> {
  if (!q) {
    return pageOfAll(ctx, paging, (after, limit) =>
      documents
        .find({ ...filter, ...positionFilter(after) })
        .sort(newestFirst)
        .limit(limit)
        .lean<Doc[]>(),
    );
  }
  const found = await searchEntries(entries, { q }, positionOf(paging.cursor));
  return readPage(ctx, paging, {
    read: found.read,
    async present(rows) {
      const ids = rows.filter(found.matches).map(({ _id }) => _id);
      const docs = await documents.find({ ...filter, _id: { $in: ids } }).lean<Doc[]>();
      const byId = new Map(docs.map((doc) => [String(doc._id), doc]));
      return rows.map(({ _id }) => byId.get(String(_id)) ?? null);
    },
  });
}
