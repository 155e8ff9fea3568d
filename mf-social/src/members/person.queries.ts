import type { Person } from '@frens/contract';
import { api, queryOptions } from '@frens/platform';

/** Prefix of `personQuery` keys. */
export const personKey = ['social', 'person'] as const;

/** A member's own page, by username (case-insensitive). */
export const personQuery = (username: string) =>
  queryOptions<Person>({
    queryKey: [...personKey, username.toLowerCase()],
    queryFn: ({ signal }) => api.call('GET /api/users/:id', { params: { id: `@${username}` }, signal }),
  });
