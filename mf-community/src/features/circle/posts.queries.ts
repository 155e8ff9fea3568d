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

/** Prefix of the keys of all posts. Outside of the circles' prefix: leaving a circle refetches that, and would request forbidden posts. */
export const postsKey = ['community', 'notices'] as const;

/** Posts of a circle, newest first. */
export const circlePostsQuery = (id: string) =>
  pagedQuery([...postsKey, id], ({ cursor, signal }) =>
    api.page('GET /api/circles/:id/notices', {
      params: { id },
      query: { cursor, limit: pageSizes['GET /api/circles/:id/notices'] },
      signal,
    }),
  );

/** Turns notifications about new posts on or off. */
export function usePostSubscription(id: string) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: (body: CallBody<'PATCH /api/circles/:id/membership'>) =>
      api.call('PATCH /api/circles/:id/membership', { params: { id }, body }),
    meta: { failureTitle: t('circle.notices.tellMeFailed') },
    onSuccess: (own) => changeData<CirclePage>(circleKey(id), (page) => ({ ...page, ...own })),
    // Turning them off deletes existing notifications about posts.
    outdates: () => [{ queryKey: queryKeys.notifications }],
    doubts: [{ queryKey: circleKey(id) }],
  });
}

/** Creates a post, first in the list. */
export function useCreatePost(id: string) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: (body: CallBody<'POST /api/circles/:id/notices'>, { idempotencyKey }) =>
      api.call('POST /api/circles/:id/notices', { params: { id }, body, idempotencyKey }),
    meta: { failureTitle: t('circle.notices.failed') },
    onSuccess(posted) {
      addItem(circlePostsQuery(id), posted);
      toast({ title: t('circle.notices.posted'), tone: 'success' });
    },
    // A member removed meanwhile sees that they are.
    doubts: [{ queryKey: [...postsKey, id] }, { queryKey: circleKey(id) }],
  });
}

/** Deletes a post. */
export function useDeletePost(id: string) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: ({ id: nid }: CirclePost) =>
      api.call('DELETE /api/circles/:id/notices/:nid', { params: { id, nid } }),
    meta: { failureTitle: t('circle.notices.deleteFailed') },
    onSuccess(_answer, deleted) {
      changeItems<CirclePost>([...postsKey, id], (one) => (one.id === deleted.id ? null : one));
      toast({ title: t('circle.notices.deleted') });
    },
    doubts: [{ queryKey: [...postsKey, id] }],
  });
}
