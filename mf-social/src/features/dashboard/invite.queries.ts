import type { CallBody } from '@frens/contract';
import { api, queryClient, queryOptions, toast, useAction, useTranslation } from '@frens/platform';

/** The member's invitation link; creates one when none is valid. */
export const inviteLinkQuery = queryOptions({
  queryKey: ['social', 'invite-link'],
  async queryFn({ signal }) {
    const { link } = await api.call('GET /api/invite-link', { signal });
    return link ?? api.call('POST /api/invite-link');
  },
});

/** Replaces the link; the old one stops working (D45). */
export function useNewLink() {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: () => api.call('POST /api/invite-link'),
    meta: { failureTitle: t('dashboard.invite.renewFailed') },
    onSuccess(link) {
      queryClient.setQueryData(inviteLinkQuery.queryKey, link);
      toast({ title: t('dashboard.invite.renewed'), tone: 'success' });
    },
  });
}

/** Mails the link. The answer never reveals whether the address belongs to a member. */
export function useInviteByEmail() {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: (body: CallBody<'POST /api/invitations/email'>) =>
      api.call('POST /api/invitations/email', { body }),
    meta: { failureTitle: t('dashboard.invite.mail.failed') },
    onSuccess(_answer, { email }) {
      toast({
        title: t('dashboard.invite.mail.sent'),
        description: t('dashboard.invite.mail.sentText', { email }),
        tone: 'success',
      });
    },
  });
}
