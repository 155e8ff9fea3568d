import type { CallBody, FriendMessage } from '@frens/contract';
import { pageSizes } from '@frens/contract/page-sizes';
import { addItem, api, changeItems, pagedQuery, toast, useAction, useTranslation } from '@frens/platform';
import { personKey } from '../members/person.queries.ts';
import { conversationsKey } from './conversations.queries.ts';

/** The messages of a conversation, newest first. There is no polling: opening the page refetches them (D67). */
export const messagesQuery = (id: string) => ({
  ...pagedQuery<FriendMessage>(['social', 'messages', id], ({ cursor, signal }) =>
    api.page('GET /api/connections/:id/messages', {
      params: { id },
      query: { cursor, limit: pageSizes['GET /api/connections/:id/messages'] },
      signal,
    }),
  ),
  refetchOnMount: 'always' as const,
});

/** Queries that a refusal reveals as stale: the messages, and whether the member may write. */
const doubtsOf = (id: string) => [{ queryKey: messagesQuery(id).queryKey }, { queryKey: personKey }];

/** Sends a message, then refetches to include the friend's latest ones. */
export function useSendMessage(id: string) {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: (body: CallBody<'POST /api/connections/:id/messages'>, { idempotencyKey }) =>
      api.call('POST /api/connections/:id/messages', { params: { id }, body, idempotencyKey }),
    meta: { failureTitle: t('person.hello.failed') },
    onSuccess: (message) => addItem(messagesQuery(id), message),
    outdates: () => [{ queryKey: messagesQuery(id).queryKey }, { queryKey: conversationsKey }],
    doubts: doubtsOf(id),
  });
}

/** Deletes the member's own message for both. */
export function useDeleteMessage(id: string) {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: ({ id: mid }: FriendMessage) =>
      api.call('DELETE /api/connections/:id/messages/:mid', { params: { id, mid } }),
    meta: { failureTitle: t('person.hello.delete.failed') },
    onSuccess(_answer, message) {
      removeMessage(id, message.id);
      toast({ title: t('person.hello.delete.done') });
    },
    outdates: () => [{ queryKey: conversationsKey }],
    doubts: doubtsOf(id),
  });
}

/** Removes a message from the cache. */
export function removeMessage(id: string, messageId: string): void {
  changeItems<FriendMessage>(messagesQuery(id).queryKey, (one) => (one.id === messageId ? null : one));
}
