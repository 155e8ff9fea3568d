import type { CirclePage } from '@frens/contract';
import type { Language } from '@frens/contract/languages';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { queryKeys } from './query-client.ts';

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
