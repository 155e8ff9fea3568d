import type { PublicUser } from '@frens/contract';
import {
  api,
  infiniteQueryOptions,
  queryKeys,
  toast,
  useAction,
  useInfiniteQuery,
  useTranslation,
} from '@frens/platform';
import { useEffect, useState } from 'react';
import { useRefreshConnections } from '../../members/connections.queries.ts';
import { type BrowseFilters, filterQuery, isFiltering, matchesFilters, noFilters } from './browse-filters.ts';

/** How long typing pauses before the server is asked, in milliseconds. */
const searchPause = 300;

/** Members as the server lists them for the filters. */
export const membersQuery = (filters: BrowseFilters) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.users, filterQuery(filters)],
    queryFn: ({ signal, pageParam }) =>
      api.page('GET /api/users', { query: { ...filterQuery(filters), cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  });

/** Members that fit the filters: found here when everybody is loaded, asked of the server when there are more (D1). */
export function useMembers(filters: BrowseFilters) {
  const everybody = useInfiniteQuery(membersQuery(noFilters));
  const asksServer = everybody.hasNextPage && isFiltering(filters);
  const q = useSettled(filters.q, searchPause);
  const found = useInfiniteQuery({
    ...membersQuery({ ...filters, q }),
    enabled: asksServer,
    placeholderData: (previous) => previous,
  });

  const list = asksServer ? found : everybody;
  const loaded = list.data?.pages.flatMap((page) => page.items);
  return {
    members: asksServer ? loaded : loaded?.filter((member) => matchesFilters(member, filters)),
    error: list.error,
    isSearching: asksServer && (q !== filters.q || found.isPlaceholderData),
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    moreFailed: list.isFetchNextPageError,
    loadMore: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
  };
}

/** The value once it has stopped changing for `pause` milliseconds. */
function useSettled(value: string, pause: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}

/** Asks a member for a connection, or accepts theirs when they asked first (D20). */
export function useConnect({ id, name }: Pick<PublicUser, 'id' | 'name'>) {
  const { t } = useTranslation('mf-social');
  const refresh = useRefreshConnections();
  return useAction({
    send: (_request: void, { idempotencyKey }) =>
      api.call('POST /api/connections', { body: { friendId: id }, idempotencyKey }),
    meta: { failureTitle: t('browse.connect.failed') },
    onSuccess: ({ status }) => {
      const text = status === 'accepted' ? 'accepted' : 'requested';
      toast({
        title: t(`browse.${text}.title`),
        description: t(`browse.${text}.description`, { name }),
        tone: 'success',
      });
    },
    // After a refusal too: it says that the list on the page is out of date.
    onSettled: refresh,
  });
}
