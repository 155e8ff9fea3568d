import type { CirclePage } from '@frens/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { queryKeys } from './query-client.ts';

/** One circle as its page tells it, with the way in that is open to the reader. */
export const circleQuery = (id: string) =>
  queryOptions<CirclePage>({
    queryKey: [...queryKeys.circles, 'page', id],
    queryFn: ({ signal }) => api.call('GET /api/circles/:id', { params: { id }, signal }),
  });
