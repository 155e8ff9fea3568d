import { api, infiniteQueryOptions, type Language, queryKeys } from '@frens/platform';

const pageSize = 24;

/**
 * All Pandas by pages, newest first (D47). The key lies under `queryKeys.pandas`, so whoever moves BAMBOO refreshes it;
 * it holds the language because the API writes a Panda's words in the caller's. Until those arrive the ones on show stay.
 */
export const pandaPagesQuery = (language: Language) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.pandas, 'pages', language],
    queryFn: ({ pageParam, signal }) =>
      api.page('GET /api/pandas', { query: { limit: pageSize, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined, // Wider than the value: later pages have a cursor.
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: (shown) => shown,
  });
