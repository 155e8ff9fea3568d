import { pageSizes } from '@frens/contract/page-sizes';
import { api, pagedQuery, queryKeys } from '@frens/platform';
import { type BrowseFilters, filterQuery } from './browse-filters.ts';

/** The filtered members, page by page. The page size matches the prefetch of the page's HTML (`firstCall` in `remote.json`). */
export const membersQuery = (filters: BrowseFilters) =>
  pagedQuery([...queryKeys.users, filterQuery(filters)], ({ cursor, signal }) =>
    api.page('GET /api/users', {
      query: { ...filterQuery(filters), cursor, limit: pageSizes['GET /api/users'] },
      signal,
    }),
  );
