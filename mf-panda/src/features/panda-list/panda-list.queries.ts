import { api, type Language, pagedQuery, queryKeys } from '@frens/platform';

const pageSize = 24;

/**
 * All Pandas by pages, newest first (D47). The key lies under `queryKeys.pandas`, so whoever moves BAMBOO refreshes it;
 * it holds the language because the API writes a Panda's words in the caller's. Until those arrive the ones on show stay.
 */
export const pandaPagesQuery = (language: Language) =>
  pagedQuery([...queryKeys.pandas, 'pages', language], ({ cursor, signal }) =>
    api.page('GET /api/pandas', { query: { limit: pageSize, cursor }, signal }),
  );
