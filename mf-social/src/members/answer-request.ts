import type { Connection, PendingConnection } from '@frens/contract';
import { api, toast, useAction, useTranslation } from '@frens/platform';
import { helloPath } from '../paths.ts';
import {
  doubtedConnections,
  endConnection,
  outdatedByEnd,
  outdatedByFriendship,
  takeFriend,
} from './connection-changes.ts';

/** What can be done with an open request. */
export type RequestAnswer = 'accept' | 'decline' | 'withdraw';

/** What the toast says once the answer has arrived. */
const outcomes = { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn' } as const;

/** @returns the friendship that came of it, if one did */
async function send(answer: RequestAnswer, id: string): Promise<Connection | null> {
  const params = { id };
  // A row's answer may be sent as its page is left.
  const how = { params, keepalive: true };
  if (answer === 'accept') return api.call('POST /api/connections/:id/accept', how);
  if (answer === 'decline') await api.call('POST /api/connections/:id/decline', how);
  else await api.call('DELETE /api/connections/:id', how);
  return null;
}

/**
 * Answers or withdraws a request (D21).
 *
 * @param told what says so: a toast, or the row itself
 */
export function useAnswerRequest(
  { id, user }: Pick<PendingConnection, 'id' | 'user'>,
  answer: RequestAnswer,
  told: 'toast' | 'row' = 'toast',
) {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: () => send(answer, id),
    meta: { failureTitle: t(`dashboard.requests.${answer}Failed`) },
    onSuccess(friendship) {
      if (friendship) takeFriend(friendship, user);
      else endConnection(id);
      if (told === 'row') return;
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
