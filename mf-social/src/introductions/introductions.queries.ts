import { limits } from '@frens/contract/limits';
import { api, pagedQuery } from '@frens/platform';

const matchesKey = ['social', 'matches'] as const;

/** Introductions that the member received, newest first. */
export const receivedQuery = pagedQuery([...matchesKey, 'received'], ({ cursor, signal }) =>
  api.page('GET /api/matches', { query: { cursor }, signal }),
);

/** Introductions that the member made, newest first. */
export const madeQuery = pagedQuery([...matchesKey, 'made'], ({ cursor, signal }) =>
  api.page('GET /api/matches/matchmaker', { query: { cursor }, signal }),
);

export const candidatesKey = [...matchesKey, 'candidates'] as const;

/** The newest friends, each with candidates; null for a friend who opted out of introductions. */
export const candidatesQuery = pagedQuery(candidatesKey, ({ cursor, signal }) =>
  api.page('GET /api/matches/candidates', { query: { limit: limits.matches.friends, cursor }, signal }),
);
