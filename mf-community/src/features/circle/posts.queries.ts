import type { CallBody, CirclePage, CirclePost } from '@frens/contract';
import { pageSizes } from '@frens/contract/page-sizes';
import { circleKey } from '@frens/members/queries';
import {
  addItem,
  api,
  changeData,
  changeItems,
  pagedQuery,
  queryKeys,
  toast,
  useAction,
  useTranslation,
} from '@frens/platform';

/** First part of the keys of all lists of notices; not among those of circles, which are read again by who has just left one and may not read these. */
export const noticesKey = ['community', 'notices'] as const;

/** What goes on in a circle, newest first. */
export const circlePostsQuery = (id: string) =>
  pagedQuery([...noticesKey, id], ({ cursor, signal }) =>
    api.page('GET /api/circles/:id/notices', {
      params: { id },
      query: { cursor, limit: pageSizes['GET /api/circles/:id/notices'] },
      signal,
    }),
  );

/** Has the member told of each new notice, or not any more. */
export function useWantNotices(id: string) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: (body: CallBody<'PATCH /api/circles/:id/membership'>) =>
      api.call('PATCH /api/circles/:id/membership', { params: { id }, body }),
    meta: { failureTitle: t('circle.notices.tellMeFailed') },
    onSuccess: (own) => changeData<CirclePage>(circleKey(id), (page) => ({ ...page, ...own })),
    // What was told of notices goes with the wish to be.
    outdates: () => [{ queryKey: queryKeys.notifications }],
    doubts: [{ queryKey: circleKey(id) }],
  });
}

/** Posts a notice, which comes first. */
export function usePostNotice(id: string) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: (body: CallBody<'POST /api/circles/:id/notices'>, { idempotencyKey }) =>
      api.call('POST /api/circles/:id/notices', { params: { id }, body, idempotencyKey }),
    meta: { failureTitle: t('circle.notices.failed') },
    onSuccess(posted) {
      addItem(circlePostsQuery(id), posted);
      toast({ title: t('circle.notices.posted'), tone: 'success' });
    },
    // Who has been taken out meanwhile sees so.
    doubts: [{ queryKey: [...noticesKey, id] }, { queryKey: circleKey(id) }],
  });
}

/** Deletes a notice. */
export function useDeleteNotice(id: string) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: ({ id: nid }: CirclePost) =>
      api.call('DELETE /api/circles/:id/notices/:nid', { params: { id, nid } }),
    meta: { failureTitle: t('circle.notices.deleteFailed') },
    onSuccess(_answer, deleted) {
      changeItems<CirclePost>([...noticesKey, id], (one) => (one.id === deleted.id ? null : one));
      toast({ title: t('circle.notices.deleted') });
    },
    doubts: [{ queryKey: [...noticesKey, id] }],
  });
}
