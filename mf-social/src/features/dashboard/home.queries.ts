import type { Home } from '@frens/contract';
import type { Language } from '@frens/contract/languages';
import { api, queryKeys, queryOptions } from '@frens/platform';

/** All that the dashboard shows above its tabs (D69). Pandas are named in the caller's language, as in `pandaQuery`. */
export const homeQuery = (language: Language) =>
  queryOptions<Home>({
    queryKey: [...queryKeys.home, language],
    queryFn: ({ signal }) => api.call('GET /api/home', { signal }),
    placeholderData: (shown) => shown,
    // Much of it is changed on other pages.
    refetchOnMount: 'always',
  });
