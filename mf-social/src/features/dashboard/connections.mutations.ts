import type { PendingConnection } from '@frens/contract';
import { api, toast, useAction, useTranslation } from '@frens/platform';
import { useRefreshConnections } from '../../members/connections.queries.ts';

/** What can be done with an open request. */
export type RequestAnswer = 'accept' | 'decline' | 'withdraw';

/** What the toast says once the answer has arrived. */
const outcomes = { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn' } as const;

async function send(answer: RequestAnswer, id: string): Promise<void> {
  if (answer === 'withdraw') await api.call('DELETE /api/connections/:id', { params: { id } });
  else if (answer === 'accept') await api.call('POST /api/connections/:id/accept', { params: { id } });
  else await api.call('POST /api/connections/:id/decline', { params: { id } });
}

/** Answers or withdraws a request (D21). It stays on the page until the lists are fresh, refused or not. */
export function useAnswerRequest({ id, user }: PendingConnection, answer: RequestAnswer) {
  const { t } = useTranslation('mf-social');
  const refresh = useRefreshConnections();
  return useAction({
    send: () => send(answer, id),
    meta: { failureTitle: t(`dashboard.requests.${answer}Failed`) },
    onSuccess: () => {
      const text = `dashboard.requests.${outcomes[answer]}`;
      toast({
        title: t(`${text}.title`),
        description: t(`${text}.description`, { name: user.name }),
        tone: 'success',
      });
    },
    onSettled: refresh,
  });
}
