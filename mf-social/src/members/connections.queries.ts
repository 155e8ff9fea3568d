import { api, pagedQuery, queryKeys } from '@frens/platform';

/** The member's friends, newest first. */
export const friendsQuery = pagedQuery([...queryKeys.connections, 'list'], ({ cursor, signal }) =>
  api.page('GET /api/connections', { query: { cursor }, signal }),
);

/** Open requests in both directions, newest first. */
export const pendingQuery = pagedQuery([...queryKeys.pendingConnections, 'list'], ({ cursor, signal }) =>
  api.page('GET /api/connections/pending', { query: { cursor }, signal }),
);
