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

/** Content about a Panda by page, newest first; optionally of one type. */
export const contentQuery = (id: string, language: Language, type?: ContentType) =>
  pagedQuery([...contentKey, id, language, type ?? 'all'], ({ cursor, signal }) =>
    api.page('GET /api/pandas/:id/content', { params: { id }, query: { cursor, type }, signal }),
  );

/** The member's own review of a Panda, and whether they may write one. */
export const ownReviewQuery = (id: string) =>
  queryOptions<OwnReview>({
    queryKey: [...ownReviewKey, id],
    queryFn: ({ signal }) => api.call('GET /api/pandas/:id/own-review', { params: { id }, signal }),
  });
