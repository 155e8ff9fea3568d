import type { CallBody, Friend, PendingConnection, Person, PublicUser } from '@frens/contract';
import {
  api,
  changeItems,
  queryClient,
  queryKeys,
  toast,
  useAction,
  useNavigate,
  useTranslation,
} from '@frens/platform';
import { friendsQuery, pendingQuery } from '../../members/connections.queries.ts';
import { personKey } from '../../members/person.queries.ts';
import { paths } from '../../paths.ts';

/** Blocks a person and leaves their page, which is no longer there (D23). */
export function useBlock({ id, name }: Person) {
  const { t } = useTranslation('mf-social');
  const navigate = useNavigate();
  return useAction({
    send: () => api.call('POST /api/users/:id/block', { params: { id } }),
    meta: { failureTitle: t('person.block.failed') },
    onSuccess() {
      navigate(paths.browse, { replace: true });
      leaveOut(id);
      toast({
        title: t('person.block.done', { name }),
        description: t('person.block.doneText'),
        tone: 'success',
      });
    },
    // They may stand anywhere: as an owner, a backer, a friend in common.
    outdates: () => [{ refetchType: 'none' }],
  });
}

/** Reports a person, blocks them along where that is wanted, and leaves their page: no list shows them any more (D23). */
export function useReport({ id, name }: Person) {
  const { t } = useTranslation('mf-social');
  const navigate = useNavigate();
  return useAction({
    send: (body: CallBody<'POST /api/reports'>, { idempotencyKey }) =>
      api.call('POST /api/reports', { body, idempotencyKey }),
    meta: { failureTitle: t('person.report.failed') },
    onSuccess(_answer, { alsoBlock }) {
      navigate(paths.browse, { replace: true });
      leaveOut(id);
      toast({
        title: t('person.report.done'),
        description: t(alsoBlock ? 'person.report.doneBlocked' : 'person.report.doneText', { name }),
        tone: 'success',
      });
    },
    outdates: () => [{ refetchType: 'none' }],
  });
}

/** Takes a person out of every list that is here. */
function leaveOut(id: string): void {
  queryClient.removeQueries({ queryKey: personKey, type: 'inactive' });
  changeItems<PublicUser>(queryKeys.users, (user) => (user.id === id ? null : user));
  changeItems<Friend>(friendsQuery.queryKey, (one) => (one.friendId === id ? null : one));
  changeItems<PendingConnection>(pendingQuery.queryKey, (one) => (one.user.id === id ? null : one));
}
