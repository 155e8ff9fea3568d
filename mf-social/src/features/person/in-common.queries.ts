import { api, queryOptions } from '@frens/platform';

/** Circles and friends that the member shares with another one. */
export const inCommonQuery = (id: string) =>
  queryOptions({
    queryKey: ['social', 'in-common', id],
    queryFn: ({ signal }) => api.call('GET /api/users/:id/common', { params: { id }, signal }),
  });
