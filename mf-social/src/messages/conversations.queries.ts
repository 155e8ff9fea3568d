import { pageSizes } from '@frens/contract/page-sizes';
import { api, pagedQuery } from '@frens/platform';

/** Prefix of the `conversationsQuery` key. */
export const conversationsKey = ['social', 'conversations'] as const;

/** The member's conversations, newest message first; refetched whenever the page opens (D72). */
export const conversationsQuery = {
  ...pagedQuery(conversationsKey, ({ cursor, signal }) =>
    api.page('GET /api/conversations', {
      query: { cursor, limit: pageSizes['GET /api/conversations'] },
      signal,
    }),
  ),
  refetchOnMount: 'always' as const,
};
