import { api, queryOptions } from '@frens/platform';

/** Shared circles, friends and reasons between the member and another member. */
export const inCommonQuery = (id: string) =>
  queryOptions({
    queryKey: ['social', 'in-common', id],
    queryFn: ({ signal }) => api.call('GET /api/users/:id/common', { params: { id }, signal }),
  });
