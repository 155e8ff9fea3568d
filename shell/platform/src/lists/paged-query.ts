import type { Page } from '@frens/contract/client';
import { type InfiniteData, infiniteQueryOptions, type UseInfiniteQueryResult } from '@tanstack/react-query';

/**
 * A list that comes by pages, for `useInfiniteQuery` and `useSearchableList`:
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

/** What `pagedQuery` makes. */
export type PagedQuery<Item> = ReturnType<typeof pagedQuery<Item>>;

/** A list as a screen shows it: one of three states by name. */
export type PagedList<Item> =
  | { status: 'loading' }
  | { status: 'error'; error: Error; retry: () => void; isRetrying: boolean }
  | ReadyList<Item>;

/** A list that is here, as far as it was asked for. */
export interface ReadyList<Item> {
  status: 'ready';
  items: Item[];
  /** The server is still looking; what is here bridges the wait. Only of a list that is searched. */
  isSearching: boolean;
  /** For `LoadMore`. */
  pages: MoreOfList;
}

/** As much of an infinite query as the end of a list needs. */
export type MoreOfList = Pick<
  UseInfiniteQueryResult,
  'error' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
> & { data?: { pages: readonly unknown[] } | undefined; fetchNextPage: () => Promise<unknown> };

/** Names the state of a list: `pagedList(useInfiniteQuery(circlesQuery))`. */
export function pagedList<Item>(query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>): PagedList<Item> {
  const { data, error, isFetching, refetch } = query;
  const items = itemsOf(data);
  if (items) return { status: 'ready', items, isSearching: false, pages: query };
  return error
    ? { status: 'error', error, retry: () => void refetch(), isRetrying: isFetching }
    : { status: 'loading' };
}

/** The items of all pages loaded so far, each once; undefined while there are none. */
export function itemsOf<Item>(data: { pages: Page<Item>[] } | undefined): Item[] | undefined {
  if (!data) return undefined;
  const items = data.pages.flatMap((page) => page.items);
  return data.pages.length > 1 ? withoutRepeats(items) : items;
}

/** What has moved down since the page above was read, such as a Panda whose score fell, is in the next one again: it stays where it was shown. */
function withoutRepeats<Item>(items: Item[]): Item[] {
  const shown = new Set<unknown>();
  return items.filter((item) => {
    const { id = item } = item as { id?: unknown }; // True of whatever is an object; those without id are each their own.
    return !shown.has(id) && shown.add(id);
  });
}
