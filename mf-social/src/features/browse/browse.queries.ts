import { pageSizes } from '@frens/contract/page-sizes';
import { api, pagedQuery, queryKeys } from '@frens/platform';
import { type BrowseFilters, filterQuery } from './browse-filters.ts';

/** Members as the server lists them for the filters. The page's HTML asks for as many (`firstCall` in `remote.json`). */
export const membersQuery = (filters: BrowseFilters) =>
  pagedQuery([...queryKeys.users, filterQuery(filters)], ({ cursor, signal }) =>
    api.page('GET /api/users', {
      query: { ...filterQuery(filters), cursor, limit: pageSizes['GET /api/users'] },
      signal,
    }),
  );
