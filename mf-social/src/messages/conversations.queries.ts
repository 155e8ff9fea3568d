import { pageSizes } from '@frens/contract/page-sizes';
import { api, pagedQuery } from '@frens/platform';

/** First segments of the key of `conversationsQuery`. */
export const conversationsKey = ['social', 'conversations'] as const;

/** The member's conversations, by their newest message; new ones come with the page (D72). */
export const conversationsQuery = {
  ...pagedQuery(conversationsKey, ({ cursor, signal }) =>
    api.page('GET /api/conversations', {
      query: { cursor, limit: pageSizes['GET /api/conversations'] },
      signal,
    }),
  ),
  refetchOnMount: 'always' as const,
};
