import { pageSizes } from '@frens/contract/page-sizes';
import { api, type Language, pagedQuery, queryKeys } from '@frens/platform';
import type { PandaFilters } from './panda-filters.ts';

/**
 * Pandas by pages (D47), as the server finds and orders them. The key lies under `queryKeys.pandas`, so whoever moves BAMBOO refreshes it;
 * it holds the language because the API writes a Panda's words in the caller's.
 */
export const pandaPagesQuery = (language: Language, { q, kind, sort }: PandaFilters) =>
  pagedQuery([...queryKeys.pandas, 'pages', language, { q, kind, sort }], ({ cursor, signal }) =>
    api.page('GET /api/pandas', {
      query: {
        limit: pageSizes['GET /api/pandas'],
        cursor,
        sort,
        q: q || undefined,
        kind: kind ?? undefined,
      },
      signal,
    }),
  );
