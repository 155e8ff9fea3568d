import { limits } from '@frens/contract/limits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type PagedList, type PagedQuery, pagedList } from './paged-query.ts';

/** How long typing pauses before the server is asked, in milliseconds. */
const typingPause = 300;

/** What a list may be narrowed by: always a text, and whatever else the list knows. */
export interface ListFilters {
  q: string;
}

/** What the list is made of. */
export interface SearchableListOptions<Item, Filters extends ListFilters> {
  filters: Filters;
  /** The filters that narrow nothing. */
  everything: Filters;
  /** The list as the server gives it for filters. */
  pages: (filters: Filters) => PagedQuery<Item>;
  /** Whether an item fits; must mean what the server means by the same filters (D1). */
  fits: (item: Item, filters: Filters) => boolean;
}

/**
 * A list with a search over it. When all of it is here the page filters it itself, at every letter; while the server has more, the
 * server is asked once typing pauses (D1). The example is `mf-community/src/features/circles/circles.screen.tsx`.
 */
export function useSearchableList<Item, Filters extends ListFilters>({
  filters,
  everything,
  pages,
  fits,
}: SearchableListOptions<Item, Filters>): PagedList<Item> {
  const typed = { ...filters, q: filters.q.trim() };
  const asked = { ...typed, q: useSettled(typed.q) };
  const all = useInfiniteQuery(pages(everything));
  const asksServer = all.hasNextPage && !isTooLong(typed) && !isSame(typed, everything);
  const found = useInfiniteQuery({
    ...pages(asked),
    enabled: asksServer && !isTooLong(asked) && !isSame(asked, everything),
    placeholderData: (shown) => shown,
  });

  const isSettled = isSame(asked, typed);
  // What was found last, or what is here anyway, bridges the wait; of an answer to other words only its failure is dropped.
  const isFound = asksServer && (found.data !== undefined || (isSettled && found.isError));
  const shown = pagedList(isFound ? found : all);
  if (shown.status !== 'ready') return shown;
  return {
    ...shown,
    items: shown.items.filter((item) => fits(item, typed)),
    isSearching: asksServer && (!isSettled || (found.isFetching && !found.isFetchingNextPage)),
  };
}

/** The server would refuse it, and the field says so. */
const isTooLong = ({ q }: ListFilters) => [...q].length > limits.searchText.max;

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/** The text, once it has stood still for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
