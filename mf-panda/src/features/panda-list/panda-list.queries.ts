import type { Panda } from '@frens/contract';
import { textsContain } from '@frens/contract/search-text';
import { api, type Language, type ListFilters, pagedQuery, queryKeys } from '@frens/platform';

const pageSize = 24;

/**
 * Pandas by pages, newest first (D47); `q` lets the server search. The key lies under `queryKeys.pandas`, so whoever moves BAMBOO refreshes it;
 * it holds the language because the API writes a Panda's words in the caller's. Until those arrive the ones on show stay.
 */
export const pandaPagesQuery = (language: Language, { q }: ListFilters) =>
  pagedQuery([...queryKeys.pandas, 'pages', language, { q }], ({ cursor, signal }) =>
    api.page('GET /api/pandas', { query: { limit: pageSize, cursor, q: q || undefined }, signal }),
  );

/** Whether a Panda's name contains the words searched for; the server means the same by `q` (D1, D65). */
export const fitsSearch = ({ name }: Panda, { q }: ListFilters): boolean => textsContain([name], q);
