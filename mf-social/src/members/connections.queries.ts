import { api, pagedQuery, queryKeys } from '@frens/platform';

/** Open requests in both directions, newest first. */
export const pendingQuery = pagedQuery([...queryKeys.pendingConnections, 'list'], ({ cursor, signal }) =>
  api.page('GET /api/connections/pending', { query: { cursor }, signal }),
);
