import type { Home } from '@frens/contract';
import { api, queryKeys, queryOptions } from '@frens/platform';

/** All that the dashboard shows above its tabs (D69). */
export const homeQuery = queryOptions<Home>({
  queryKey: queryKeys.home,
  queryFn: ({ signal }) => api.call('GET /api/home', { signal }),
  // Much of it is changed on other pages.
  refetchOnMount: 'always',
});
