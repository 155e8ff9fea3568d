import type { CallBody, FriendMessage } from '@frens/contract';
import { pageSizes } from '@frens/contract/page-sizes';
import { addItem, api, changeItems, pagedQuery, toast, useAction, useTranslation } from '@frens/platform';
import { personKey } from '../members/person.queries.ts';
import { conversationsKey } from './conversations.queries.ts';

/** What two wrote to each other, newest first. New ones come with the page: it is read again whenever it is opened (D67). */
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

/** What a refusal shows to be out of date: what is written here, and whether anything can be. */
const doubtsOf = (id: string) => [{ queryKey: messagesQuery(id).queryKey }, { queryKey: personKey }];

/** Writes a message. What the friend wrote meanwhile comes with it. */
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

/** Takes back one's own message, for both. */
export function useDeleteMessage(id: string) {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: ({ id: mid }: FriendMessage) =>
      api.call('DELETE /api/connections/:id/messages/:mid', { params: { id, mid } }),
    meta: { failureTitle: t('person.hello.delete.failed') },
    onSuccess(_answer, message) {
      leaveOut(id, message.id);
      toast({ title: t('person.hello.delete.done') });
    },
    outdates: () => [{ queryKey: conversationsKey }],
    doubts: doubtsOf(id),
  });
}

/** Takes a message out of what is shown. */
export function leaveOut(id: string, messageId: string): void {
  changeItems<FriendMessage>(messagesQuery(id).queryKey, (one) => (one.id === messageId ? null : one));
}
