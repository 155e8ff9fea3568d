import type { Person } from '@frens/contract';
import { api, queryOptions } from '@frens/platform';

/** First segments of the keys of `personQuery`. */
export const personKey = ['social', 'person'] as const;

/** A member on their own page, by their username in any case. */
export const personQuery = (username: string) =>
  queryOptions<Person>({
    queryKey: [...personKey, username.toLowerCase()],
    queryFn: ({ signal }) => api.call('GET /api/users/:id', { params: { id: `@${username}` }, signal }),
  });
