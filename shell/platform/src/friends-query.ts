import { api } from './api.ts';
import { pagedQuery } from './lists/paged-query.ts';
import { queryKeys } from './query-client.ts';

/** The member's friends, newest first. */
export const friendsQuery = pagedQuery([...queryKeys.connections, 'list'], ({ cursor, signal }) =>
  api.page('GET /api/connections', { query: { cursor }, signal }),
);
