import type { Page } from '@frens/contract/client';
import type { InfiniteData, InvalidateQueryFilters, Query, QueryKey } from '@tanstack/react-query';
import { queryClient } from './current-platform.ts';
import type { PagedQuery } from './lists/paged-query.ts';

// After a mutation its answer goes into the query cache. What the answer does not contain is named by the action (`outdates`,
// `doubts`).

/** Updates everything cached under a key, which all has one shape; what was never loaded stays unloaded. */
export function changeData<Data>(queryKey: QueryKey, change: (data: Data) => Data): void {
  queryClient.setQueriesData<Data>({ queryKey }, (data) => (data === undefined ? data : change(data)));
  // A running fetch was started before the change and would undo it.
  invalidate({ queryKey, refetchType: 'all', predicate: ({ state }) => state.fetchStatus === 'fetching' });
}

/**
 * Updates the items of every cached list under a key: `change` returns the new item, or null to remove it. Unchanged items keep
 * their identity.
 */
export function changeItems<Item>(queryKey: QueryKey, change: (item: Item) => Item | null): void {
  changePages<Item>(queryKey, (page) => ({
    ...page,
    items: page.items.flatMap((item) => {
      const changed = change(item);
      return changed === null ? [] : [changed];
    }),
  }));
}

/** Inserts an item at the top of a cached list, replacing the one with its id. */
export function addItem<Item extends { id: string }>({ queryKey }: PagedQuery<Item>, item: Item): void {
  changePages<Item>(queryKey, (page, index) => {
    const others = page.items.filter(({ id }) => id !== item.id);
    return { ...page, items: index === 0 ? [item, ...others] : others };
  });
}

function changePages<Item>(queryKey: QueryKey, change: (page: Page<Item>, index: number) => Page<Item>) {
  changeData<InfiniteData<Page<Item>>>(queryKey, (list) => ({ ...list, pages: list.pages.map(change) }));
}

/**
 * Matches cached entries under a key that are, or contain, a certain item; for `outdates`.
 *
 * @param isMeant takes items of the shape that the key holds
 */
export function cachedWith(queryKey: QueryKey, isMeant: (item: never) => boolean): InvalidateQueryFilters {
  // Safe: one key prefix holds one shape of data.
  const isMeantItem = isMeant as (item: unknown) => boolean;
  return {
    queryKey,
    predicate: ({ state: { data } }) =>
      isList(data)
        ? data.pages.some(({ items }) => items.some(isMeantItem))
        : data !== undefined && isMeantItem(data),
  };
}

function isList(data: unknown): data is InfiniteData<Page<unknown>> {
  return typeof data === 'object' && data !== null && 'pageParams' in data;
}

/**
 * Invalidates cached data: what is on the page is refetched in the background, the rest when it is shown next. With `refetchType:
 * 'none'` the page keeps its data until it is opened again.
 */
export function readAgain(outdated: readonly InvalidateQueryFilters[]): void {
  for (const filters of outdated) invalidate(filters);
}

/**
 * Invalidates queries. The library lets a first fetch that is under way go on, whose answer may be from before the change: on a page it is
 * cancelled and repeated.
 */
function invalidate(filters: InvalidateQueryFilters): void {
  const isFirstFetch = (query: Query) =>
    query.state.data === undefined && query.state.fetchStatus === 'fetching' && query.isActive();
  const first = queryClient.getQueryCache().findAll(filters).filter(isFirstFetch);
  void queryClient.invalidateQueries(filters);
  for (const { queryKey } of first) {
    const only = { queryKey, exact: true };
    void queryClient.cancelQueries(only).then(() => queryClient.refetchQueries(only));
  }
}
