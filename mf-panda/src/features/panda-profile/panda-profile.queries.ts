import type { OwnReview } from '@frens/contract';
import type { ContentType } from '@frens/contract/choices';
import { api, type Language, pagedQuery, queryOptions } from '@frens/platform';
import { contentKey, ownReviewKey } from '../../bamboo.queries.ts';

/** Open stakes on a Panda, newest first. */
export const stakesQuery = (id: string) =>
  queryOptions({
    queryKey: ['panda-stakes', id],
    queryFn: ({ signal }) => api.call('GET /api/pandas/:id/stakes', { params: { id }, signal }),
  });

/** What was written on a Panda, newest first, by pages; of one type alone where one is named. */
export const contentQuery = (id: string, language: Language, type?: ContentType) =>
  pagedQuery([...contentKey, id, language, type ?? 'all'], ({ cursor, signal }) =>
    api.page('GET /api/pandas/:id/content', { params: { id }, query: { cursor, type }, signal }),
  );

/** What the member wrote of a Panda that they back, and whether they may. */
export const ownReviewQuery = (id: string) =>
  queryOptions<OwnReview>({
    queryKey: [...ownReviewKey, id],
    queryFn: ({ signal }) => api.call('GET /api/pandas/:id/own-review', { params: { id }, signal }),
  });
