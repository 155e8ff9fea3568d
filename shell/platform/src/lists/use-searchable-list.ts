import { firstPageLimits } from '@frens/contract/first-page-limits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type PagedList, type PagedQuery, pagedList } from './paged-query.ts';

/** The debounce delay before searching on the server, in milliseconds. */
const typingPause = 300;

/** A list's filters: a text, and others of the list. */
export interface ListFilters {
  q: string;
}

/** The definition of the list. */
export interface SearchableListOptions<Item, Filters extends ListFilters> {
  filters: Filters;
  /** The filters that match everything. */
  everything: Filters;
  /** The query of the list for given filters. */
  pages: (filters: Filters) => PagedQuery<Item>;
  /** Whether an item matches; must agree with the server's filter (D1). */
  fits: (item: Item, filters: Filters) => boolean;
}

/**
 * A searchable list. Once completely loaded, it is filtered on the page at every keystroke; otherwise the server is queried with
 * a debounce (D1). A list opened with a search loads only its results, like the server's renderer, and everything once the search
 * changes. Example: `mf-community/src/features/circles/circles.screen.tsx`.
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
  const [opened] = useState(typed);
  const isAsOpened = isNarrowed && isSame(typed, opened);
  const all = useInfiniteQuery({
    ...pages(everything),
    enabled: ({ state }) => !isAsOpened || state.data !== undefined,
    // In another order.
    placeholderData: (shown) => shown,
  });
  const asksServer = isNarrowed && (all.data ? all.hasNextPage : isAsOpened);
  const found = useInfiniteQuery({
    ...pages(asked),
    enabled: asksServer && !isSame(asked, everything),
    placeholderData: (shown) => shown,
  });

  const isSettled = isSame(asked, typed);
  // Previous or loaded items are shown while waiting; the failure of an outdated search is ignored.
  const isFound = asksServer
    ? found.data !== undefined || (isSettled && found.isError)
    : all.isPending && found.data !== undefined;
  const shown = pagedList(isFound ? found : all);
  if (shown.status !== 'ready') return shown;
  const isSearching = asksServer
    ? !isSettled || (found.isFetching && !found.isFetchingNextPage)
    : all.isPending || all.isPlaceholderData;
  const fitting = shown.items.filter((item) => fits(item, typed));
  // An empty list would let the page collapse until the answer is here.
  return { ...shown, items: isSearching && fitting.length === 0 ? shown.items : fitting, isSearching };
}

/** The search text; empty while too long, which the field reports. */
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
