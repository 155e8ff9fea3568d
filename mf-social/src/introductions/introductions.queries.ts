import { api, pagedQuery, queryOptions } from '@frens/platform';

const matchesKey = ['social', 'matches'] as const;

/** Introductions of the member to others, newest first. */
export const receivedQuery = pagedQuery([...matchesKey, 'received'], ({ cursor, signal }) =>
  api.page('GET /api/matches', { query: { cursor }, signal }),
);

/** Introductions that the member made, newest first. */
export const madeQuery = pagedQuery([...matchesKey, 'made'], ({ cursor, signal }) =>
  api.page('GET /api/matches/matchmaker', { query: { cursor }, signal }),
);

export const candidatesKey = [...matchesKey, 'candidates'] as const;

/** Whom a friend could be introduced to. */
export const candidatesQuery = (friendId: string) =>
  queryOptions({
    queryKey: [...candidatesKey, friendId],
    queryFn: ({ signal }) => api.call('GET /api/matches/candidates', { query: { friendId }, signal }),
  });
