import type { CallBody, CircleLink, CirclePage } from '@frens/contract';
import {
  addItem,
  api,
  changeItems,
  pagedQuery,
  queryKeys,
  toast,
  useAction,
  useTranslation,
} from '@frens/platform';

const linksKey = (id: string) => [...queryKeys.circles, 'links', id] as const;

/** Active invitation links, newest first. */
export const circleLinksQuery = (id: string) =>
  pagedQuery(linksKey(id), ({ cursor, signal }) =>
    api.page('GET /api/circles/:id/invitations', { params: { id }, query: { cursor }, signal }),
  );

/** Creates an invitation link. It sends no idempotency key, since only the first answer has the URL, and must not be stored for replay. */
export function useMakeLink({ id }: CirclePage) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: (body: CallBody<'POST /api/circles/:id/invitations'>) =>
      api.call('POST /api/circles/:id/invitations', { params: { id }, body }),
    meta: { failureTitle: t('circle.invite.links.failed') },
    onSuccess({ code: _code, url: _url, ...link }) {
      addItem(circleLinksQuery(id), link);
    },
    doubts: [{ queryKey: linksKey(id) }],
  });
}

/** Revokes a link. */
export function useRevokeLink({ id }: CirclePage) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: ({ id: iid }: CircleLink) =>
      api.call('DELETE /api/circles/:id/invitations/:iid', { params: { id, iid } }),
    lockBy: ({ id: iid }) => iid,
    meta: { failureTitle: t('circle.invite.links.revokeFailed') },
    onSuccess(_answer, revoked) {
      changeItems<CircleLink>(linksKey(id), (link) => (link.id === revoked.id ? null : link));
      toast({ title: t('circle.invite.links.revoked') });
    },
    doubts: [{ queryKey: linksKey(id) }],
  });
}

/** Invites a friend in person. */
export function useInviteFriend({ id }: CirclePage) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: (body: { userId: string }, { idempotencyKey }) =>
      api.call('POST /api/circles/:id/invitations', { params: { id }, body, idempotencyKey }),
    meta: { failureTitle: t('circle.invite.friend.failed') },
    onSuccess: () => toast({ title: t('circle.invite.friend.sent') }),
  });
}
