import type { PublicUser } from '@frens/contract';
import { api, toast, useAction, useTranslation } from '@frens/platform';
import { helloPath } from '../paths.ts';
import { cacheFriend, cacheRequest, doubtedConnections, outdatedByFriendship } from './connection-changes.ts';

/** Sent along with a request. */
export interface ConnectNote {
  /** Empty for none. */
  note: string;
}

/** Sends a connection request, or accepts the other member's if they asked first (D20). */
export function useConnect(member: PublicUser) {
  const { t } = useTranslation('mf-social');
  const { id, name } = member;
  return useAction({
    send: ({ note }: ConnectNote, { idempotencyKey }) =>
      api.call('POST /api/connections', { body: { friendId: id, note: note || undefined }, idempotencyKey }),
    meta: { failureTitle: t('connect.failed'), failureText: 'message' },
    onSuccess(connection, { note }) {
      const isFriend = connection.status === 'accepted';
      if (isFriend) cacheFriend(connection, member);
      else cacheRequest(connection, member, note);
      const text = isFriend ? 'accepted' : 'requested';
      toast({
        title: t(`connect.${text}.title`),
        description: t(`connect.${text}.description`, { name }),
        tone: 'success',
        ...(isFriend ? { link: { label: t('connect.sayHello'), to: helloPath(member.username) } } : {}),
      });
    },
    outdates: ({ status }) => (status === 'accepted' ? outdatedByFriendship(id) : []),
    doubts: doubtedConnections,
  });
}
