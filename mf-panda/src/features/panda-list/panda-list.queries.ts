import { pageSizes } from '@frens/contract/page-sizes';
import { api, type Language, pagedQuery, queryKeys } from '@frens/platform';
import type { PandaFilters } from './panda-filters.ts';

/**
 * Pandas by page, filtered and ordered by the server (D47). The key starts with `queryKeys.pandas`, so stakes and withdrawals invalidate
 * it, and includes the language, because the API localises Panda texts.
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
