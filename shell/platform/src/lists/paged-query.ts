import type { Page } from '@frens/contract/client';
import { type InfiniteData, infiniteQueryOptions, type UseInfiniteQueryResult } from '@tanstack/react-query';

/**
 * Options of a paged list, for `useInfiniteQuery` and `useSearchableList`:
 * `pagedQuery(['circles', { q }], ({ cursor, signal }) => api.page('GET /api/circles', { query: { q, cursor }, signal }))`.
 */
export function pagedQuery<Item>(
  queryKey: readonly unknown[],
  load: (page: { cursor: string | undefined; signal: AbortSignal }) => Promise<Page<Item>>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => load({ cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined, // Wider than the value: later pages have a cursor.
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** The result of `pagedQuery`. */
export type PagedQuery<Item> = ReturnType<typeof pagedQuery<Item>>;

/** The state of a list: loading, failed or ready. */
export type PagedList<Item> =
  | { status: 'loading' }
  | { status: 'error'; error: Error; retry: () => void; isRetrying: boolean }
  | ReadyList<Item>;

/** A list with the pages loaded so far. */
export interface ReadyList<Item> {
  status: 'ready';
  items: Item[];
  /** Whether a search is pending; previous items are shown meanwhile. Always false without a search. */
  isSearching: boolean;
  /** For `LoadMore`. */
  pages: MoreOfList;
}

/** The part of an infinite query that `LoadMore` uses. */
export type MoreOfList = Pick<
  UseInfiniteQueryResult,
  'error' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
> & {
  data?: { pages: readonly Pick<Page<unknown>, 'nextCursor'>[] } | undefined;
  fetchNextPage: () => Promise<unknown>;
};

/** Derives a list's state: `pagedList(useInfiniteQuery(circlesQuery))`. */
export function pagedList<Item>(query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>): PagedList<Item> {
  const { data, error, isFetching, refetch } = query;
  const items = itemsOf(data);
  if (items) return { status: 'ready', items, isSearching: false, pages: query };
  return error
    ? { status: 'error', error, retry: () => void refetch(), isRetrying: isFetching }
    : { status: 'loading' };
}

/** The items of all loaded pages, deduplicated; undefined before the first page. */
export function itemsOf<Item>(data: { pages: Page<Item>[] } | undefined): Item[] | undefined {
  if (!data) return undefined;
  const items = data.pages.flatMap((page) => page.items);
  return data.pages.length > 1 ? withoutRepeats(items) : items;
}

/** An item that moved down between two reads, such as a Panda whose score fell, is in both pages: it keeps its first position. */
function withoutRepeats<Item>(items: Item[]): Item[] {
  const shown = new Set<unknown>();
  return items.filter((item) => {
    const { id = item } = item as { id?: unknown }; // Safe for any object; items without an id are always unique.
    return !shown.has(id) && shown.add(id);
  });
}
