import type { ListedConversation } from '../conversations.ts';
import { buildFriendMessage, communityNow, fixtureId } from '../fixtures/index.ts';
import type { ClientKey } from '../index.ts';
import type { Conversation } from '../people.ts';
import type { Answers } from './answers.ts';
import { found, member } from './lookup.ts';
import { MockFailure, type MockResolver } from './mock.ts';

/** The calls of what friends write to each other. */
export type MessageKey = Extract<ClientKey, `${string}/messages${string}` | 'GET /api/conversations'>;

let written = 0;

/** What friends write to each other (D67). */
export function messageResolvers(answers: Answers): { [Key in MessageKey]: MockResolver<Key> } {
  return {
    'GET /api/conversations': () => {
      member(answers);
      return listedConversations(answers);
    },
    'GET /api/connections/:id/messages': ({ params: { id } }) => {
      conversation(answers, id);
      return answers.messages.get(id) ?? [];
    },
    'POST /api/connections/:id/messages': ({ params: { id }, body: { text } }) => {
      const { state } = conversation(answers, id);
      if (state === 'ended') throw new MockFailure(409, 'friendship_ended');
      if (state === 'closed') throw new MockFailure(403, 'messages_closed');
      written += 1;
      const message = buildFriendMessage({
        id: fixtureId('new message', written),
        text,
        isMine: true,
        // Each a moment after the one before.
        createdAt: new Date(communityNow.getTime() + written * 1000).toISOString(),
      });
      answers.messages.set(id, [message, ...(answers.messages.get(id) ?? [])]);
      return message;
    },
    'DELETE /api/connections/:id/messages/:mid': ({ params: { id, mid } }) => {
      conversation(answers, id);
      const messages = answers.messages.get(id) ?? [];
      const own = found(
        messages.filter(({ isMine }) => isMine),
        mid,
      );
      answers.messages.set(
        id,
        messages.filter((one) => one !== own),
      );
    },
  };
}

/** Conversations in which somebody has written, by their newest message (D72). */
export function listedConversations({ friends, messages, notifications }: Answers): ListedConversation[] {
  return friends
    .flatMap(({ id, friend }) => {
      const [lastMessage] = messages.get(id) ?? [];
      const isUnread = notifications.some(
        ({ kind, actor, isRead }) => kind === 'message' && actor?.id === friend.id && !isRead,
      );
      return lastMessage ? [{ id, friend, lastMessage, at: lastMessage.createdAt, isUnread }] : [];
    })
    .toSorted((one, other) => other.at.localeCompare(one.at));
}

/** What the member writes with somebody in; null where they never were friends. */
export function conversationWith(answers: Answers, otherId: string): Conversation | null {
  const canAnswer = answers.privacy.allowDirectMessages;
  const other = answers.conversations.get(otherId);
  if (other) return { ...other, canAnswer };
  const friend = answers.friends.find(({ friendId }) => friendId === otherId);
  return friend ? { id: friend.id, state: 'open', canAnswer } : null;
}

function conversation(answers: Answers, id: string): Pick<Conversation, 'id' | 'state'> {
  member(answers);
  const open = answers.friends.map((one) => ({ id: one.id, state: 'open' as const }));
  const ended = [...answers.endedConnections].map((one) => ({ id: one, state: 'ended' as const }));
  return found([...answers.conversations.values(), ...open, ...ended], id);
}
