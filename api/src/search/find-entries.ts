import { foldText } from '@frens/contract/search-text';
import type { QueryFilter } from 'mongoose';
import type { ModelOf } from '../database/any-model.ts';
import { readTogether } from '../database/batch-loader.ts';
import { type Mark, mergeNewestFirst, newestFirst, type Position, positionFilter } from '../paging.ts';
import type { SearchEntry } from './search-entry.model.ts';
import { anyTerm, termsToFind } from './search-terms.ts';

/** How deep each term is looked into to find the one with the fewest documents. */
const probeDepth = 64;

export interface Search {
  q?: string;
  facets?: readonly string[];
  /** Facets of which each stands for texts that contain `q`: what has one of them is found as well. */
  standIns?: readonly string[];
  /** Terms of entries that no other term finds, to be looked through as well. */
  others?: readonly string[];
}

/** By what else than their time entries are ordered: a number of theirs, highest first. */
export type EntryOrder<Entry extends SearchEntry> = {
  [Name in keyof Entry]: Entry[Name] extends number ? Name : never;
}[keyof Entry] &
  string;

/** A search that has been planned: reads entries by the one term that promises the fewest, and by the stand-ins. */
export interface EntrySource<Entry extends SearchEntry> {
  /** The terms that are read, side by side. */
  terms: readonly string[];
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
  { q = '', facets = [], standIns = [], others: further = [] }: Search,
  from: Position | null,
): Promise<EntrySource<Entry>> {
  const folded = foldText(q);
  const pieces = termsToFind(folded);
  const wanted = [...(folded === anyTerm && facets.length > 0 ? [] : pieces), ...facets];
  const [first = anyTerm, ...others] = wanted;
  const term = others.length === 0 ? first : await rarestOf(model, wanted, from);
  const read = (one: string, after: Position | null, limit: number) =>
    readTogether(model, { terms: one, ...positionFilter(after) }, [
      { $sort: { createdAt: -1, _id: -1 } },
      { $limit: limit },
      { $project: { terms: 0 } },
    ]);
  const terms = [term, ...standIns, ...further];
  const isMeant = ({ text, facets: own }: Entry) =>
    text.includes(folded) || standIns.some((standIn) => own.includes(standIn));
  return {
    terms,
    read: async (after, limit) =>
      mergeNewestFirst(onceEach(await Promise.all(terms.map((one) => read(one, after, limit)))), limit),
    matches: (entry) => facets.every((facet) => entry.facets.includes(facet)) && isMeant(entry),
  };
}

/** Lists without what an earlier one has already. */
function onceEach<Entry extends SearchEntry>(lists: readonly Entry[][]): Entry[][] {
  const seen = new Set<string>();
  return lists.map((list) =>
    list.filter(({ _id }) => {
      const id = _id.toHexString();
      return seen.has(id) ? false : seen.add(id);
    }),
  );
}

/**
 * The term that meets the fewest documents from here on: one that ends within the first few, or else the one whose first
 * few reach furthest back.
 */
async function rarestOf<Entry extends SearchEntry>(
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
 * Reads what some terms find by a number, highest first and the newer first among equals. Of very many that are equal a page reads only
 * its own: those after the mark are asked for first, by their ids, and then those with less.
 */
export async function readByNumber<Entry extends SearchEntry>(
  model: ModelOf<Entry>,
  terms: readonly string[],
  order: EntryOrder<Entry>,
  after: Mark | null,
  limit: number,
): Promise<Entry[]> {
  const lists = await Promise.all(terms.map((term) => readTermByNumber(model, term, order, after, limit)));
  // True because `order` names a number of the entry.
  const numberOf = (entry: Entry) => entry[order] as number;
  return onceEach(lists)
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
      // True because `order` names a number of the entry.
      .find({ terms: term, ...filter } as QueryFilter<Entry>, { terms: 0 })
      .sort({ [order]: -1, _id: -1 })
      .limit(count)
      .lean<Entry[]>();
  if (!after) return read({}, limit);
  const equals = await read({ [order]: after.value, _id: { $lt: after._id } }, limit);
  const left = limit - equals.length;
  return left === 0 ? equals : [...equals, ...(await read({ [order]: { $lt: after.value } }, left))];
}
