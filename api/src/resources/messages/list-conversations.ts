import type { ListedConversation, ParsedQuery } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { batchLoad } from '../../database/batch-loader.ts';
import { type Mark, readMarkedPage, readNewest } from '../../paging.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../../state.ts';
import { type ConnectionDoc, otherIn } from '../connections/connection.model.ts';
import { othersOf } from '../connections/list-connections.ts';
import type { User } from '../members/user.model.ts';
import { idOfFact } from '../notification-dispatch/notify.ts';
import { findReported } from '../visibility/find-reported.ts';
import { presentMessage } from './list-messages.ts';

/** Lists a member's conversations, sorted by their newest message (D72). */
export function listConversations(
  services: Services,
  viewer: User,
  { limit, cursor }: ParsedQuery<'GET /api/conversations'>,
  ctx: ApiContext,
): Promise<ListedConversation[]> {
  const paging = { limit: Math.min(limit, limits.messages.conversations), cursor };
  return readMarkedPage<ConnectionDoc, ListedConversation>(ctx, paging, {
    isMoving: true,
    markOf: ({ _id, messagedAt }) => ({ _id, value: messagedAt?.getTime() ?? 0 }),
    async read(after, count) {
      const sides = await Promise.all(
        (['requesterId', 'addresseeId'] as const).map((side) =>
          services.db.models.Connection.find({ [side]: viewer._id, ...writtenBefore(after) })
            .sort({ messagedAt: -1, _id: -1 })
            .limit(count)
            .lean<ConnectionDoc[]>(),
        ),
      );
      return sides
        .flat()
        .toSorted((one, other) => Number(other.messagedAt) - Number(one.messagedAt))
        .slice(0, count);
    },
    present: (connections) => presentConversations(services, viewer, connections),
  });
}

function writtenBefore(after: Mark | null) {
  // Connections without messages have no `messagedAt`, and do not match.
  if (!after) return { messagedAt: { $gt: new Date(0) } };
  const messagedAt = new Date(after.value);
  return {
    messagedAt: { $lte: messagedAt },
    $or: [{ messagedAt: { $lt: messagedAt } }, { _id: { $lt: after._id } }],
  };
}

/** Presents each conversation as a list row, in its place; null where the viewer cannot see the other member. */
export async function presentConversations(
  services: Services,
  viewer: User,
  connections: readonly ConnectionDoc[],
): Promise<Array<ListedConversation | null>> {
  const { FriendMessage, Notification } = services.db.models;
  const factOf = (connection: ConnectionDoc) =>
    idOfFact({
      kind: 'message',
      recipientId: viewer._id,
      actorId: otherIn(connection, viewer._id),
      subjectId: connection._id,
    });
  const [others, messages, notifications] = await Promise.all([
    othersOf(services, viewer, connections),
    Promise.all(connections.map(({ _id }) => readNewest(FriendMessage, { connectionId: _id }, 1))),
    batchLoad(Notification, '_id', connections.map(factOf)),
  ]);
  const reported = await findReported(
    services,
    viewer,
    'message',
    messages.flat().map(({ _id }) => _id),
  );
  const unread = new Set(notifications.filter(({ readAt }) => !readAt).map(({ _id }) => String(_id)));
  return connections.map((connection, place) => {
    const friend = others.get(String(otherIn(connection, viewer._id)));
    const [message] = messages[place] ?? [];
    if (!friend || !message) return null;
    const isShown = !message.withdrawnAt && !message.removedAt && !reported.has(String(message._id));
    return {
      id: String(connection._id),
      friend,
      lastMessage: isShown ? presentMessage(message, viewer) : null,
      at: message.createdAt.toISOString(),
      // The viewer's own message, and one that was deleted or reported, is never unread.
      isUnread: isShown && !message.senderId.equals(viewer._id) && unread.has(String(factOf(connection))),
    };
  });
}
