import { api, type Language, pagedQuery, queryOptions } from '@frens/platform';

/** Open stakes on a Panda, newest first. */
export const stakesQuery = (id: string) =>
  queryOptions({
    queryKey: ['panda-stakes', id],
    queryFn: ({ signal }) => api.call('GET /api/pandas/:id/stakes', { params: { id }, signal }),
  });

/** First segment of the keys of `contentQuery`, for all Pandas and languages. */
export const contentKey = ['panda-content'] as const;

/** What was written on a Panda, newest first, by pages. */
export const contentQuery = (id: string, language: Language) =>
  pagedQuery([...contentKey, id, language], ({ cursor, signal }) =>
    api.page('GET /api/pandas/:id/content', { params: { id }, query: { cursor }, signal }),
  );
