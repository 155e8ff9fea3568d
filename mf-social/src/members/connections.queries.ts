import { api, pagedQuery, queryKeys, useQueryClient } from '@frens/platform';

/** The member's friends, newest first. */
export const friendsQuery = pagedQuery([...queryKeys.connections, 'list'], ({ cursor, signal }) =>
  api.page('GET /api/connections', { query: { cursor }, signal }),
);

/** Open requests in both directions, newest first. */
export const pendingQuery = pagedQuery([...queryKeys.pendingConnections, 'list'], ({ cursor, signal }) =>
  api.page('GET /api/connections/pending', { query: { cursor }, signal }),
);

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
