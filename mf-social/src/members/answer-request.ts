import type { Connection, PendingConnection } from '@frens/contract';
import { api, toast, useAction, useTranslation } from '@frens/platform';
import { helloPath } from '../paths.ts';
import {
  cacheFriend,
  doubtedConnections,
  outdatedByEnd,
  outdatedByFriendship,
  uncacheConnection,
} from './connection-changes.ts';

/** Possible answers to an open request. */
export type RequestAnswer = 'accept' | 'decline' | 'withdraw';

/** Keys of the success toasts. */
const outcomes = { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn' } as const;

/** @returns the new friendship, if the answer created one */
async function send(answer: RequestAnswer, id: string): Promise<Connection | null> {
  const params = { id };
  // `keepalive`: an undoable answer may be sent while the page unloads.
  const how = { params, keepalive: true };
  if (answer === 'accept') return api.call('POST /api/connections/:id/accept', how);
  if (answer === 'decline') await api.call('POST /api/connections/:id/decline', how);
  else await api.call('DELETE /api/connections/:id', how);
  return null;
}

/**
 * Answers or withdraws a request (D21).
 *
 * @param feedback what reports success: a toast, or the row itself
 */
export function useAnswerRequest(
  { id, user }: Pick<PendingConnection, 'id' | 'user'>,
  answer: RequestAnswer,
  feedback: 'toast' | 'row' = 'toast',
) {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: () => send(answer, id),
    meta: { failureTitle: t(`dashboard.requests.${answer}Failed`) },
    onSuccess(friendship) {
      if (friendship) cacheFriend(friendship, user);
      else uncacheConnection(id);
      if (feedback === 'row') return;
      const text = `dashboard.requests.${outcomes[answer]}` as const;
      toast({
        title: t(`${text}.title`),
        description: t(`${text}.description`, { name: user.name }),
        tone: 'success',
        ...(friendship ? { link: { label: t('connect.sayHello'), to: helloPath(user.username) } } : {}),
      });
    },
    outdates: (friendship) => (friendship ? outdatedByFriendship(user.id) : outdatedByEnd),
    doubts: doubtedConnections,
  });
}
