import type { Relation } from '../choices.ts';
import type { Connection, PendingConnection } from '../connections.ts';
import type { ListedConversation } from '../conversations.ts';
import { buildConnection, buildFriendMessage, communityNow } from '../fixtures/index.ts';
import type { Conversation } from '../people.ts';
import type { Answers } from './answers.ts';
import { findById, listOf, newId, prepend, refuse, remove, requireMember, shownUsers } from './lookup.ts';
import { invalidField, OtherAnswer, type Resolvers } from './mock.ts';

let written = 0;

/** Connections and messages (D67). */
export function connectionResolvers(answers: Answers) {
  /** Updates a member in every list. */
  function setRelation(id: string, relation: Relation): void {
    const everywhere = [
      ...answers.users,
      ...answers.friends.map((one) => one.friend),
      ...answers.pending.map((one) => one.user),
    ];
    for (const user of everywhere) {
      if (user.id === id) Object.assign(user, { relation, canConnect: relation === 'none' });
    }
  }
  function closeRequest(
    id: string,
    status: Connection['status'],
    relation: Relation,
    wanted: PendingConnection['direction'] = 'incoming',
  ): Connection {
    if (answers.endedConnections.has(id)) refuse(409, 'conflict');
    const { user, direction, createdAt } = findById(answers.pending, id);
    if (direction !== wanted)
      refuse(wanted === 'incoming' ? 404 : 409, wanted === 'incoming' ? 'not_found' : 'conflict');
    answers.endedConnections.add(id);
    answers.pending = answers.pending.filter((one) => one.id !== id);
    setRelation(user.id, relation);
    if (status === 'accepted') {
      answers.friends.unshift({ id, friendId: user.id, friend: user, since: createdAt });
      answers.firstSteps.steps.fren = true;
    }
    return buildConnection({ id, friendId: user.id, status, direction });
  }
  return {
    'GET /api/connections': () => answers.friends,
    'GET /api/connections/pending': () => answers.pending,
    'POST /api/connections': ({ body, language }) => {
      if (body.friendId === requireMember(answers).id)
        throw invalidField('friendId', 'validation.self', language);
      const asked = answers.pending.find((one) => one.user.id === body.friendId);
      if (asked?.direction === 'incoming')
        return new OtherAnswer(closeRequest(asked.id, 'accepted', 'friend'));
      if (asked) refuse(409, 'already_requested');
      if (answers.friends.some(({ friendId }) => friendId === body.friendId))
        refuse(409, 'already_connected');
      const user = findById(shownUsers(answers), body.friendId);
      if (!user.canConnect) refuse(403, 'requests_closed');
      setRelation(user.id, 'outgoing');
      const one = buildConnection({ id: newId('connection'), friendId: user.id });
      answers.pending.unshift({
        id: one.id,
        direction: 'outgoing',
        user,
        note: body.note ?? '',
        createdAt: one.createdAt,
      });
      return one;
    },
    'POST /api/connections/:id/accept': ({ params }) => closeRequest(params.id, 'accepted', 'friend'),
    'POST /api/connections/:id/decline': ({ params }) => closeRequest(params.id, 'declined', 'none'),
    'DELETE /api/connections/:id': ({ params }) => {
      const friend = answers.friends.find((one) => one.id === params.id);
      if (!friend) {
        closeRequest(params.id, 'withdrawn', 'none', 'outgoing');
        return;
      }
      answers.endedConnections.add(friend.id);
      answers.friends = answers.friends.filter((one) => one !== friend);
      if (answers.messages.has(friend.id))
        answers.conversations.set(friend.friendId, { id: friend.id, state: 'ended' });
      setRelation(friend.friendId, 'none');
    },
    'GET /api/conversations': () => listedConversations(answers),
    'GET /api/connections/:id/messages': ({ params }) =>
      listOf(answers.messages, conversation(answers, params.id).id),
    'POST /api/connections/:id/messages': ({ params: { id }, body: { text } }) => {
      const { state } = conversation(answers, id);
      if (state === 'ended') refuse(409, 'friendship_ended');
      if (state === 'closed') refuse(403, 'messages_closed');
      written += 1;
      const message = buildFriendMessage({
        id: newId('message'),
        text,
        isMine: true,
        // Distinct, ascending times.
        createdAt: new Date(communityNow.getTime() + written * 1000).toISOString(),
      });
      prepend(answers.messages, id, message);
      return message;
    },
    'DELETE /api/connections/:id/messages/:mid': ({ params: { id, mid } }) => {
      conversation(answers, id);
      if (!findById(listOf(answers.messages, id), mid).isMine) refuse(404, 'not_found');
      remove(answers.messages, id, mid);
    },
  } satisfies Partial<Resolvers>;
}

/** Conversations with messages, newest message first (D72). */
export function listedConversations({ friends, messages, notifications }: Answers): ListedConversation[] {
  return friends
    .flatMap(({ id, friend }) => {
      const [lastMessage] = listOf(messages, id);
      const isUnread = notifications.some(
        ({ kind, actor, isRead }) => kind === 'message' && actor?.id === friend.id && !isRead,
      );
      return lastMessage ? [{ id, friend, lastMessage, at: lastMessage.createdAt, isUnread }] : [];
    })
    .toSorted((one, other) => other.at.localeCompare(one.at));
}

/** The conversation with a member; null if they never were friends. */
export function conversationWith(answers: Answers, otherId: string): Conversation | null {
  const canAnswer = answers.privacy.allowDirectMessages;
  const other = answers.conversations.get(otherId);
  if (other) return { ...other, canAnswer };
  const friend = answers.friends.find(({ friendId }) => friendId === otherId);
  return friend ? { id: friend.id, state: 'open', canAnswer } : null;
}

function conversation(answers: Answers, id: string): Pick<Conversation, 'id' | 'state'> {
  requireMember(answers);
  const open = answers.friends.map((one) => ({ id: one.id, state: 'open' as const }));
  const ended = [...answers.endedConnections].map((one) => ({ id: one, state: 'ended' as const }));
  return findById([...answers.conversations.values(), ...open, ...ended], id);
}
