import { api, pagedQuery, queryKeys } from '@frens/platform';
import { type BrowseFilters, filterQuery } from './browse-filters.ts';

/** Five screens of a desktop and three lists of a phone; the newest 30 also tell how rare an interest is. The page's HTML asks for as many (`firstCall` in `remote.json`). */
const membersPerPage = 30;

/** Members as the server lists them for the filters. */
export const membersQuery = (filters: BrowseFilters) =>
  pagedQuery([...queryKeys.users, filterQuery(filters)], ({ cursor, signal }) =>
    api.page('GET /api/users', { query: { ...filterQuery(filters), cursor, limit: membersPerPage }, signal }),
  );
