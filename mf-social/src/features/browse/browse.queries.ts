import { api, pagedQuery, queryKeys } from '@frens/platform';
import { type BrowseFilters, filterQuery } from './browse-filters.ts';

/** Members as the server lists them for the filters. */
export const membersQuery = (filters: BrowseFilters) =>
  pagedQuery([...queryKeys.users, filterQuery(filters)], ({ cursor, signal }) =>
    api.page('GET /api/users', { query: { ...filterQuery(filters), cursor }, signal }),
  );
