import type { CallBody, Circle, CirclePage, CircleRequest } from '@frens/contract';
import { circleKey } from '@frens/members/queries';
import {
  api,
  changeData,
  changeItems,
  pagedQuery,
  queryClient,
  queryKeys,
  toast,
  useAction,
  useNavigate,
  useTranslation,
} from '@frens/platform';
import { cacheCircle, listKey, membersKey } from '../../circles/circles.queries.ts';
import { circlesPath } from '../../paths.ts';

/** Leaves a circle; its page then shows how to join again, if possible (D32). */
export function useLeaveCircle({ id, name }: CirclePage) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: () => api.call('DELETE /api/circles/:id/membership', { params: { id } }),
    meta: { failureTitle: t('circle.leave.failed') },
    onSuccess() {
      changeData<CirclePage>(circleKey(id), (page) => ({
        ...page,
        membership: 'none',
        memberCount: page.memberCount - 1,
        // Pessimistic until the refetch tells whether the members are still visible.
        showsMembers: false,
        wantsNotices: false,
      }));
      toast({ title: t('circle.leave.done', { name }) });
    },
    outdates: () => [{ queryKey: queryKeys.circles }],
    doubts: [{ queryKey: queryKeys.circles }],
  });
}

const requestsKey = (id: string) => [...queryKeys.circles, 'requests', id] as const;

/** Join requests, newest first. */
export const circleRequestsQuery = (id: string) =>
  pagedQuery(requestsKey(id), ({ cursor, signal }) =>
    api.page('GET /api/circles/:id/requests', { params: { id }, query: { cursor }, signal }),
  );

/** Accepts a join request. */
export function useAcceptRequest(id: string) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: ({ id: rid }: CircleRequest, { idempotencyKey }) =>
      api.call('POST /api/circles/:id/requests/:rid/accept', { params: { id, rid }, idempotencyKey }),
    lockBy: ({ id: rid }) => rid,
    meta: { failureTitle: t('circle.requests.failed') },
    onSuccess(circle, request) {
      removeRequest(id, request);
      cacheCircle(circle);
      toast({ title: t('circle.requests.accepted', { name: request.user.name }) });
    },
    outdates: () => [{ queryKey: membersKey(id) }],
    doubts: [{ queryKey: requestsKey(id) }, { queryKey: circleKey(id) }],
  });
}

/** Declines a join request; the requester is not notified. */
export function useDeclineRequest(id: string) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: ({ id: rid }: CircleRequest) =>
      api.call('POST /api/circles/:id/requests/:rid/decline', { params: { id, rid } }),
    lockBy: ({ id: rid }) => rid,
    meta: { failureTitle: t('circle.requests.failed') },
    onSuccess(_answer, request) {
      removeRequest(id, request);
      toast({ title: t('circle.requests.declined', { name: request.user.name }) });
    },
    doubts: [{ queryKey: requestsKey(id) }, { queryKey: circleKey(id) }],
  });
}

function removeRequest(id: string, request: CircleRequest): void {
  changeItems<CircleRequest>(requestsKey(id), (one) => (one.id === request.id ? null : one));
}

/** Edits a circle, as its owner. */
export function useEditCircle({ id }: CirclePage) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: (body: CallBody<'PATCH /api/circles/:id'>) =>
      api.call('PATCH /api/circles/:id', { params: { id }, body }),
    meta: { failureTitle: t('circle.edit.failed') },
    onSuccess(changed) {
      cacheCircle(changed);
      toast({ title: t('circle.edit.done') });
    },
    // A changed gate may have another Panda.
    outdates: () => [{ queryKey: circleKey(id) }],
    doubts: [{ queryKey: circleKey(id) }],
  });
}

/** Transfers a circle to another member. */
export function useTransferOwnership({ id }: CirclePage) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: (body: CallBody<'POST /api/circles/:id/owner'>, { idempotencyKey }) =>
      api.call('POST /api/circles/:id/owner', { params: { id }, body, idempotencyKey }),
    meta: { failureTitle: t('circle.transferOwnership.failed') },
    onSuccess(handed) {
      cacheCircle(handed);
      toast({ title: t('circle.transferOwnership.done') });
    },
    outdates: () => [{ queryKey: circleKey(id) }, { queryKey: membersKey(id) }],
    doubts: [{ queryKey: circleKey(id) }, { queryKey: membersKey(id) }],
  });
}

/** Deletes a circle and leaves its page. */
export function useDeleteCircle({ id, name }: CirclePage) {
  const { t } = useTranslation('mf-community');
  const navigate = useNavigate();
  return useAction({
    send: (body: CallBody<'DELETE /api/circles/:id'>) =>
      api.call('DELETE /api/circles/:id', { params: { id }, body }),
    meta: { failureTitle: t('circle.end.failed') },
    onSuccess() {
      navigate(circlesPath, { replace: true });
      changeItems<Circle>(listKey, (circle) => (circle.id === id ? null : circle));
      queryClient.removeQueries({ queryKey: membersKey(id), type: 'inactive' });
      toast({ title: t('circle.end.done', { name }), description: t('circle.end.doneText') });
    },
    outdates: () => [{ queryKey: circleKey(id), refetchType: 'none' }],
  });
}
