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

/** Whatever shows how members stand to each other; a Panda's score counts its owner's connections (D38). */
const shownBy = [
  queryKeys.users,
  queryKeys.connections,
  queryKeys.pendingConnections,
  queryKeys.pandas,
  queryKeys.panda('').slice(0, 1), // Whoever's: a friendship counts for both.
];

/** Reads all that again. Resolves when what is on the page is fresh. */
export function useRefreshConnections(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(shownBy.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
