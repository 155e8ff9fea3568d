import { api, infiniteQueryOptions, queryKeys, useQueryClient } from '@frens/platform';

/** The member's friends, newest first. */
export const friendsQuery = infiniteQueryOptions({
  queryKey: [...queryKeys.connections, 'list'],
  queryFn: ({ signal, pageParam }) =>
    api.page('GET /api/connections', { query: { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.nextCursor,
});

/** Open requests in both directions, newest first. */
export const pendingQuery = infiniteQueryOptions({
  queryKey: [...queryKeys.pendingConnections, 'list'],
  queryFn: ({ signal, pageParam }) =>
    api.page('GET /api/connections/pending', { query: { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.nextCursor,
});

/** Reads again whatever shows how members stand to each other. Resolves when what is on the page is fresh. */
export function useRefreshConnections(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const keys = [queryKeys.users, queryKeys.connections, queryKeys.pendingConnections];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
