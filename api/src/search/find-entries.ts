import { foldText } from '@frens/contract/search-text';
import type { QueryFilter } from 'mongoose';
import type { ModelOf } from '../database/any-model.ts';
import { batchFind } from '../database/batch-loader.ts';
import { type Mark, mergeNewestFirst, newestFirst, type Position, positionFilter } from '../paging.ts';
import type { SearchEntry } from './search-entry.model.ts';
import { anyTerm, termsToFind } from './search-terms.ts';

/** How many documents of each term are probed to find the rarest term. */
const probeDepth = 64;

export interface Search {
  q?: string;
  facets?: readonly string[];
  /** Facets that stand for texts containing `q`: entries with one of them match as well. */
  standIns?: readonly string[];
  /** Additional terms whose entries no other term finds. */
  others?: readonly string[];
}

/** A numeric field to sort entries by, highest first, instead of time. */
export type EntryOrder<Entry extends SearchEntry> = {
  [Name in keyof Entry]: Entry[Name] extends number ? Name : never;
}[keyof Entry] &
  string;

/** A planned search: reads entries by the rarest term and by the stand-ins. */
export interface EntrySource<Entry extends SearchEntry> {
  /** The terms to read in parallel. */
  terms: readonly string[];
  read(after: Position | null, limit: number): Promise<Entry[]>;
  /** Whether an entry matches the whole search; a term alone is only a candidate filter. */
  matches(entry: Entry): boolean;
}

/**
 * Plans a search (D18, D65). The index alone answers a single term: any text of up to three letters, or one filter. Of several terms
 * the rarest is read, and its entries are filtered by the rest.
 */
export async function searchEntries<Entry extends SearchEntry>(
  model: ModelOf<Entry>,
  { q = '', facets = [], standIns = [], others: further = [] }: Search,
  from: Position | null,
): Promise<EntrySource<Entry>> {
  const folded = foldText(q);
  const pieces = termsToFind(folded);
  const wanted = [...(folded === anyTerm && facets.length > 0 ? [] : pieces), ...facets];
  const [first = anyTerm, ...others] = wanted;
  const term = others.length === 0 ? first : await rarestTerm(model, wanted, from);
  const read = (one: string, after: Position | null, limit: number) =>
    batchFind(model, { terms: one, ...positionFilter(after) }, [
      { $sort: { createdAt: -1, _id: -1 } },
      { $limit: limit },
      { $project: { terms: 0 } },
    ]);
  const terms = [term, ...standIns, ...further];
  const matchesText = ({ text, facets: own }: Entry) =>
    text.includes(folded) || standIns.some((standIn) => own.includes(standIn));
  return {
    terms,
    read: async (after, limit) =>
      mergeNewestFirst(
        removeDuplicates(await Promise.all(terms.map((one) => read(one, after, limit)))),
        limit,
      ),
    matches: (entry) => facets.every((facet) => entry.facets.includes(facet)) && matchesText(entry),
  };
}

/** Removes duplicates across lists. */
function removeDuplicates<Entry extends SearchEntry>(lists: readonly Entry[][]): Entry[][] {
  const seen = new Set<string>();
  return lists.map((list) =>
    list.filter(({ _id }) => {
      const id = _id.toHexString();
      return seen.has(id) ? false : seen.add(id);
    }),
  );
}

/**
 * Finds the rarest term after a position: one that ends within the probe depth, or else the one whose probed documents reach furthest
 * back in time.
 */
async function rarestTerm<Entry extends SearchEntry>(
  model: ModelOf<Entry>,
  terms: readonly string[],
  from: Position | null,
): Promise<string> {
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

/**
 * Reads entries of some terms sorted by a number, highest first, then newest first. The rest of the mark's equals is read first, by
 * id, then lower numbers: so a page among many equals reads only its own rows.
 */
export async function readByNumber<Entry extends SearchEntry>(
  model: ModelOf<Entry>,
  terms: readonly string[],
  order: EntryOrder<Entry>,
  after: Mark | null,
  limit: number,
): Promise<Entry[]> {
  const lists = await Promise.all(terms.map((term) => readTermByNumber(model, term, order, after, limit)));
  // Safe: `order` names a numeric field of the entry.
  const numberOf = (entry: Entry) => entry[order] as number;
  return removeDuplicates(lists)
    .flat()
    .sort(
      (one, other) =>
        numberOf(other) - numberOf(one) || (one._id.toHexString() < other._id.toHexString() ? 1 : -1),
    )
    .slice(0, limit);
}

async function readTermByNumber<Entry extends SearchEntry>(
  model: ModelOf<Entry>,
  term: string,
  order: EntryOrder<Entry>,
  after: Mark | null,
  limit: number,
): Promise<Entry[]> {
  const read = (filter: object, count: number) =>
    model
      // Safe: `order` names a numeric field of the entry.
      .find({ terms: term, ...filter } as QueryFilter<Entry>, { terms: 0 })
      .sort({ [order]: -1, _id: -1 })
      .limit(count)
      .lean<Entry[]>();
  if (!after) return read({}, limit);
  const equals = await read({ [order]: after.value, _id: { $lt: after._id } }, limit);
  const left = limit - equals.length;
  return left === 0 ? equals : [...equals, ...(await read({ [order]: { $lt: after.value } }, left))];
}
