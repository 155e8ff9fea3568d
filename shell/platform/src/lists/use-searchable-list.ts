import { firstPageLimits } from '@frens/contract/first-page-limits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type PagedList, type PagedQuery, pagedList } from './paged-query.ts';

/** The debounce delay: how long typing pauses before the server is asked, in milliseconds. */
const typingPause = 300;

/** Filters of a list: always a text, and whatever else the list knows. */
export interface ListFilters {
  q: string;
}

/** The definition of the list. */
export interface SearchableListOptions<Item, Filters extends ListFilters> {
  filters: Filters;
  /** The filters that match everything. */
  everything: Filters;
  /** The server's list for filters. */
  pages: (filters: Filters) => PagedQuery<Item>;
  /** Whether an item fits; must mean what the server means by the same filters (D1). */
  fits: (item: Item, filters: Filters) => boolean;
}

/**
 * A list with a search. When all of it is loaded, the page filters it at every letter; while the server has more, the server is
 * asked with a debounce (D1). Opened with a search, it asks for that alone, as the server that renders it did; for all of it once the search
 * changes. The example is `mf-community/src/features/circles/circles.screen.tsx`.
 */
export function useSearchableList<Item, Filters extends ListFilters>({
  filters,
  everything,
  pages,
  fits,
}: SearchableListOptions<Item, Filters>): PagedList<Item> {
  const typed = { ...filters, q: searchTextOf(filters.q) };
  const asked = { ...typed, q: useSettled(typed.q) };
  const isNarrowed = !isSame(typed, everything);
  const [opened] = useState({ typed, isNarrowed });
  const isAsOpened = isNarrowed && isSame(typed, opened.typed);
  const all = useInfiniteQuery({
    ...pages(everything),
    enabled: ({ state }) => !isAsOpened || state.data !== undefined,
  });
  const asksServer = isNarrowed && (all.data ? all.hasNextPage : isAsOpened);
  const found = useInfiniteQuery({
    ...pages(asked),
    enabled: asksServer && !isSame(asked, everything),
    placeholderData: (shown) => shown,
  });

  const isSettled = isSame(asked, typed);
  const isLoadingAll = !asksServer && opened.isNarrowed && all.isPending && found.data !== undefined;
  // The previous result, or the loaded items, bridge the wait; of an answer to other words only its failure is dropped.
  const isFound = asksServer && (found.data !== undefined || (isSettled && found.isError));
  const shown = pagedList(isFound || isLoadingAll ? found : all);
  if (shown.status !== 'ready') return shown;
  return {
    ...shown,
    items: shown.items.filter((item) => fits(item, typed)),
    isSearching:
      isLoadingAll || (asksServer && (!isSettled || (found.isFetching && !found.isFetchingNextPage))),
  };
}

/** What is searched for: nothing while it is too long, which its field says. */
function searchTextOf(typed: string): string {
  const text = typed.trim();
  return [...text.normalize()].length > firstPageLimits.searchText.max ? '' : text;
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/** Debounces the text. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
