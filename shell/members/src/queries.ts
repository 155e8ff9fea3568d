import type { CirclePage, Home, Notification, Panda } from '@frens/contract';
import { pageSizes } from '@frens/contract/page-sizes';
import { api, type Language, pagedQuery, queryKeys, queryOptions } from '@frens/platform';

/** The member's friends, newest first. */
export const friendsQuery = pagedQuery([...queryKeys.connections, 'list'], ({ cursor, signal }) =>
  api.page('GET /api/connections', { query: { cursor, limit: pageSizes['GET /api/connections'] }, signal }),
);

/** The member's notifications, newest first. */
export const notificationsQuery = pagedQuery<Notification>(queryKeys.notifications, ({ cursor, signal }) =>
  api.page('GET /api/notifications', {
    query: { limit: pageSizes['GET /api/notifications'], cursor },
    signal,
  }),
);

/**
 * One Panda. The API writes its texts in the caller's language, so the language is part of the key. While the other language
 * loads, the shown texts stay; a component that shows different Pandas in turn is keyed by their id.
 */
export const pandaQuery = (id: string, language: Language) =>
  queryOptions<Panda>({
    queryKey: [...queryKeys.panda(id), language],
    queryFn: ({ signal }) => api.call('GET /api/pandas/:id', { params: { id }, signal }),
    placeholderData: (shown) => shown,
  });

/** First key segments of a circle's page, in any language. */
export const circleKey = (id: string) => [...queryKeys.circles, 'page', id] as const;

/**
 * One circle for its page, with the reader's join option. The API writes the name of a gate's Panda in the caller's language, so
 * the language is part of the key; see `pandaQuery`.
 */
export const circleQuery = (id: string, language: Language) =>
  queryOptions<CirclePage>({
    queryKey: [...circleKey(id), language],
    queryFn: ({ signal }) => api.call('GET /api/circles/:id', { params: { id }, signal }),
    placeholderData: (shown) => shown,
  });

/** The content of the dashboard above its tabs (D69). Pandas are named in the caller's language, as in `pandaQuery`. */
export const homeQuery = (language: Language) =>
  queryOptions<Home>({
    queryKey: [...queryKeys.home, language],
    queryFn: ({ signal }) => api.call('GET /api/home', { signal }),
    placeholderData: (shown) => shown,
    // Other pages change much of it.
    refetchOnMount: 'always',
  });
