import type { Block } from '@frens/contract';
import { api, changeItems, pagedQuery, toast, useAction, useTranslation } from '@frens/platform';

/** Members whom the member has blocked, newest first. */
export const blocksQuery = pagedQuery(['social', 'blocks'], ({ cursor, signal }) =>
  api.page('GET /api/blocks', { query: { cursor }, signal }),
);

/** Lifts a block; the former friendship or request stays deleted (D23). */
export function useUnblock() {
  const { t } = useTranslation('mf-social');
  return useAction({
    lockBy: ({ userId }: Block) => userId,
    send: ({ userId }: Block) => api.call('DELETE /api/users/:id/block', { params: { id: userId } }),
    meta: { failureTitle: t('privacy.blocked.failed') },
    onSuccess(_answer, { userId }) {
      changeItems<Block>(blocksQuery.queryKey, (one) => (one.userId === userId ? null : one));
      toast({ title: t('privacy.blocked.done'), tone: 'success' });
    },
    // The unblocked member may appear in any list again.
    outdates: () => [{ refetchType: 'none' }],
    doubts: [{ queryKey: blocksQuery.queryKey }],
  });
}
