import { foldText } from '@frens/contract/search-text';
import type { ModelOf } from '../database/any-model.ts';
import { newestFirst, type Position, positionFilter } from '../paging.ts';
import type { SearchEntry } from './search-entry.model.ts';
import { anyTerm, termsToFind } from './search-terms.ts';

/** How deep each term is looked into to find the one with the fewest documents. */
const probeDepth = 64;

export interface Search {
  q?: string;
  facets?: readonly string[];
}

/** A search that has been planned: reads entries by the one term that promises the fewest. */
export interface EntrySource<Entry extends SearchEntry> {
  read(after: Position | null, limit: number): Promise<Entry[]>;
  /** Whether an entry is one that was searched for; the term alone may promise too much. */
  matches(entry: Entry): boolean;
}

/**
 * Plans a search (D18, D65). One term, which is every short text and every single filter, is answered by the index
 * alone; of several the rarest is read, and what it gives is compared with all that was asked for.
 */
export async function searchEntries<Entry extends SearchEntry>(
  model: ModelOf<Entry>,
  { q = '', facets = [] }: Search,
  from: Position | null,
): Promise<EntrySource<Entry>> {
  const folded = foldText(q);
  const { terms, exact } = termsToFind(folded);
  const wanted = [...(folded === anyTerm && facets.length > 0 ? [] : terms), ...facets];
  const term = wanted.length === 1 ? wanted[0] : await rarestOf(model, wanted, from);
  return {
    read: (after, limit) =>
      model
        .find({ terms: term, ...positionFilter(after) }, { terms: 0 })
        .sort(newestFirst)
        .limit(limit)
        .lean<Entry[]>(),
    matches: (entry) =>
      facets.every((facet) => entry.facets.includes(facet)) &&
      (exact && (folded === anyTerm || term === folded) ? true : entry.text.includes(folded)),
  };
}

/**
 * The term that meets the fewest documents from here on: one that ends within the first few, or else the one whose first
 * few reach furthest back.
 */
async function rarestOf<Entry extends SearchEntry>(
  model: ModelOf<Entry>,
  terms: readonly string[],
  from: Position | null,
): Promise<string | undefined> {
  const reach = await Promise.all(
    terms.map(async (term) => {
      const [entry] = await model
        .find({ terms: term, ...(from ? { createdAt: { $lte: from.createdAt } } : {}) }, { createdAt: 1 })
        .sort(newestFirst)
        .skip(probeDepth - 1)
        .limit(1)
        .lean<Position[]>();
      return { term, time: entry ? entry.createdAt.getTime() : Number.NEGATIVE_INFINITY };
    }),
  );
  return reach.reduce((rarest, one) => (one.time < rarest.time ? one : rarest)).term;
}
