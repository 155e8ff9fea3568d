import type { CircleBan, CircleMember, CirclePage } from '@frens/contract';
import { circleKey } from '@frens/members/queries';
import {
  api,
  changeData,
  changeItems,
  pagedQuery,
  queryKeys,
  toast,
  useAction,
  useTranslation,
} from '@frens/platform';
import { membersKey } from '../../circles/circles.queries.ts';

const bansKey = (id: string) => [...queryKeys.circles, 'bans', id] as const;

/** Banned members, newest first. */
export const circleBansQuery = (id: string) =>
  pagedQuery(bansKey(id), ({ cursor, signal }) =>
    api.page('GET /api/circles/:id/bans', { params: { id }, query: { cursor }, signal }),
  );

/** Makes a member an admin, or an admin a plain member. */
export function useSetRole(circleId: string) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: ({ id: uid, role }: CircleMember) =>
      api.call('PATCH /api/circles/:id/members/:uid', {
        params: { id: circleId, uid },
        body: { role: role === 'admin' ? 'member' : 'admin' },
      }),
    meta: { failureTitle: t('circle.keep.failed') },
    onSuccess(_answer, { id, role, user: { name } }) {
      const newRole = role === 'admin' ? 'member' : 'admin';
      changeItems<CircleMember>(membersKey(circleId), (one) =>
        one.id === id ? { ...one, role: newRole } : one,
      );
      toast({ title: t(`circle.keep.named.${newRole}`, { name }) });
    },
    doubts: [{ queryKey: membersKey(circleId) }],
  });
}

/** Removes a member, who may join again. */
export function useRemoveMember(circleId: string) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: ({ id: uid }: CircleMember) =>
      api.call('DELETE /api/circles/:id/members/:uid', { params: { id: circleId, uid } }),
    meta: { failureTitle: t('circle.keep.failed') },
    onSuccess(_answer, member) {
      removeMember(circleId, member);
      toast({ title: t('circle.keep.removed', { name: member.user.name }) });
    },
    outdates: () => [{ queryKey: circleKey(circleId) }],
    doubts: [{ queryKey: membersKey(circleId) }],
  });
}

/** Removes and bans a member. */
export function useBan(circleId: string) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: ({ id: userId }: CircleMember) =>
      api.call('POST /api/circles/:id/bans', { params: { id: circleId }, body: { userId } }),
    meta: { failureTitle: t('circle.keep.failed') },
    onSuccess(_answer, member) {
      removeMember(circleId, member);
      toast({ title: t('circle.keep.banned', { name: member.user.name }) });
    },
    outdates: () => [{ queryKey: circleKey(circleId) }, { queryKey: bansKey(circleId) }],
    doubts: [{ queryKey: membersKey(circleId) }],
  });
}

/** Lifts a ban; the circle's usual rules for joining apply again. */
export function useLiftBan(circleId: string) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: ({ id: uid }: CircleBan) =>
      api.call('DELETE /api/circles/:id/bans/:uid', { params: { id: circleId, uid } }),
    lockBy: ({ id }) => id,
    meta: { failureTitle: t('circle.bans.failed') },
    onSuccess(_answer, lifted) {
      changeItems<CircleBan>(bansKey(circleId), (one) => (one.id === lifted.id ? null : one));
      toast({ title: t('circle.bans.lifted', { name: lifted.user.name }) });
    },
    doubts: [{ queryKey: bansKey(circleId) }],
  });
}

function removeMember(circleId: string, member: CircleMember): void {
  changeItems<CircleMember>(membersKey(circleId), (one) => (one.id === member.id ? null : one));
  changeData<CirclePage>(circleKey(circleId), (page) => ({ ...page, memberCount: page.memberCount - 1 }));
}
