import type { CirclePage } from '@frens/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { queryKeys } from './query-client.ts';
import type { Language } from './remote-module.ts';

/** First segments of the keys of a circle's page, in whatever language. */
export const circleKey = (id: string) => [...queryKeys.circles, 'page', id] as const;

/**
 * One circle as its page tells it, with the way in that is open to the reader. The API writes the name of a gate's Panda in the caller's
 * language, so the language belongs to the key; see `pandaQuery`.
 */
export const circleQuery = (id: string, language: Language) =>
  queryOptions<CirclePage>({
    queryKey: [...circleKey(id), language],
    queryFn: ({ signal }) => api.call('GET /api/circles/:id', { params: { id }, signal }),
    placeholderData: (shown) => shown,
  });
