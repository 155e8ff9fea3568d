import type { PublicUser } from '@frens/contract';
import { api, toast, useAction, useTranslation } from '@frens/platform';
import { helloPath } from '../paths.ts';
import { doubtedConnections, outdatedByFriendship, takeFriend, takeRequest } from './connection-changes.ts';

/** What is sent along with a request. */
export interface ConnectNote {
  /** Empty: nothing. */
  note: string;
}

/** Asks a member for a connection, or accepts theirs when they asked first (D20). */
export function useConnect(member: PublicUser) {
  const { t } = useTranslation('mf-social');
  const { id, name } = member;
  return useAction({
    send: ({ note }: ConnectNote, { idempotencyKey }) =>
      api.call('POST /api/connections', { body: { friendId: id, note: note || undefined }, idempotencyKey }),
    meta: { failureTitle: t('connect.failed'), failureText: 'message' },
    onSuccess(connection, { note }) {
      const isFriend = connection.status === 'accepted';
      if (isFriend) takeFriend(connection, member);
      else takeRequest(connection, member, note);
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
