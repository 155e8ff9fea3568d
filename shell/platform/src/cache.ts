import type { Page } from '@frens/contract/client';
import type { InfiniteData, InvalidateQueryFilters, QueryKey } from '@tanstack/react-query';
import { queryClient } from './current-platform.ts';
import type { PagedQuery } from './lists/paged-query.ts';

// After a change the cache takes the answer. What the answer does not tell is named by the action (`outdates`, `doubts`).

/** Changes everything cached under a key, which is all of one shape; what was never loaded stays unloaded. */
export function changeData<Data>(queryKey: QueryKey, change: (data: Data) => Data): void {
  queryClient.setQueriesData<Data>({ queryKey }, (data) => (data === undefined ? data : change(data)));
  // What is on its way was asked for before the change and would undo it.
  void queryClient.invalidateQueries({
    queryKey,
    refetchType: 'all',
    predicate: ({ state }) => state.fetchStatus === 'fetching',
  });
}

/**
 * Changes the items of every cached list under a key: returns an item as it is now, or null when it has left the list. Items that do not
 * change stay the same objects.
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

/** Puts an item at the top of a cached list, in place of what had its id. */
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
 * What is cached under a key and is, or holds, a certain item; for `outdates`.
 *
 * @param isMeant takes items of the shape that the key holds
 */
export function cachedWith(queryKey: QueryKey, isMeant: (item: never) => boolean): InvalidateQueryFilters {
  // True because one key prefix holds one shape of data.
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
 * Takes cached data for outdated: what is on the page is read again at once, the rest when it is shown next. Nobody waits for it.
 * With `refetchType: 'none'` what is on the page stays as it is, too, until it is opened again.
 */
export function readAgain(outdated: readonly InvalidateQueryFilters[]): void {
  for (const filters of outdated) void queryClient.invalidateQueries(filters);
}
