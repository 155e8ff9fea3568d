import type { CallBody, OwnReview, PandaContent } from '@frens/contract';
import type { WrittenType } from '@frens/contract/choices';
import {
  addItem,
  api,
  changeData,
  changeItems,
  currentLanguage,
  toast,
  useAction,
  useTranslation,
} from '@frens/platform';
import { contentKey, ownReviewKey } from '../../bamboo.queries.ts';
import { contentQuery } from './panda-profile.queries.ts';

/** Writes a post or a review, first in every list (D43). */
export function useWriteContent(pandaId: string, type: WrittenType) {
  const { t } = useTranslation('mf-panda');
  return useAction({
    send: (body: CallBody<'POST /api/pandas/:id/content'>, { idempotencyKey }) =>
      api.call('POST /api/pandas/:id/content', { params: { id: pandaId }, body, idempotencyKey }),
    meta: { failureTitle: t(`profile.write.${type}.failed`) },
    onSuccess(written) {
      const language = currentLanguage();
      addItem(contentQuery(pandaId, language), written);
      addItem(contentQuery(pandaId, language, type), written);
      if (type === 'review')
        changeData<OwnReview>([...ownReviewKey, pandaId], () => ({ canReview: true, review: written }));
      toast({ title: t(`profile.write.${type}.done`), tone: 'success' });
    },
    doubts: [{ queryKey: [...contentKey, pandaId] }, { queryKey: [...ownReviewKey, pandaId] }],
  });
}

/** Cheers an item, or withdraws the cheer. */
export function useCheer(pandaId: string) {
  const { t } = useTranslation('mf-panda');
  return useAction({
    send: ({ id: cid, hasCheered }: PandaContent) =>
      api.call(
        hasCheered ? 'DELETE /api/pandas/:id/content/:cid/cheer' : 'PUT /api/pandas/:id/content/:cid/cheer',
        { params: { id: pandaId, cid } },
      ),
    lockBy: ({ id }) => id,
    meta: { failureTitle: t('profile.content.cheerFailed') },
    onSuccess: ({ id, hasCheered, engagementScore }) =>
      changeItems<PandaContent>(contentKey, (one) =>
        one.id === id ? { ...one, hasCheered, engagementScore } : one,
      ),
    doubts: [{ queryKey: [...contentKey, pandaId] }],
  });
}

/** Deletes the member's own item. */
export function useDeleteContent(pandaId: string) {
  const { t } = useTranslation('mf-panda');
  return useAction({
    send: ({ id: cid }: PandaContent) =>
      api.call('DELETE /api/pandas/:id/content/:cid', { params: { id: pandaId, cid } }),
    meta: { failureTitle: t('profile.content.delete.failed') },
    onSuccess(_answer, { id, type }) {
      changeItems<PandaContent>(contentKey, (one) => (one.id === id ? null : one));
      if (type === 'review')
        changeData<OwnReview>([...ownReviewKey, pandaId], (own) => ({ ...own, review: null }));
      toast({ title: t('profile.content.delete.done') });
    },
    doubts: [{ queryKey: [...contentKey, pandaId] }, { queryKey: [...ownReviewKey, pandaId] }],
  });
}
