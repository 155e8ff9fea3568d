import type { Conversation } from '@frens/contract';
import type { ObjectId } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { type ConnectionDoc, otherIn } from '../connections/connection.model.ts';
import type { User } from '../members/user.model.ts';
import { findVisible } from '../visibility/visibility.ts';

/** A present or former friendship, and its other member. */
export interface FoundConversation {
  connection: ConnectionDoc;
  friend: User;
}

/** Whether a connection can hold messages: the members are friends, were friends, or have written to each other. */
function isConversation({ status, messagedAt }: ConnectionDoc): boolean {
  return status === 'accepted' || status === 'removed' || messagedAt !== undefined;
}

/**
 * Finds the conversation of the viewer and another member (D67). It stays readable after the friendship ends, also during a new request.
 *
 * @throws 404 when the connection belongs to others, the two were never friends, or the viewer cannot see the other member because of a
 * block, a pending deletion, or a private profile without a friendship (D16, D23)
 */
export async function findConversation(
  services: Services,
  viewer: User,
  connectionId: ObjectId,
): Promise<FoundConversation> {
  const { Connection, User: Users } = services.db.models;
  const connection = await Connection.findById(connectionId).lean();
  const isParty =
    connection && [connection.requesterId, connection.addresseeId].some((id) => id.equals(viewer._id));
  if (!isParty || !isConversation(connection)) throw notFound();
  const friend = await Users.findById(otherIn(connection, viewer._id)).lean();
  const visible = await findVisible(services, viewer, friend);
  if (!friend || !visible) throw notFound();
  return { connection, friend };
}

/** Presents a conversation on the profile of the other member, whom the viewer sees; null for former friends who never wrote. */
export function presentConversation(
  connection: ConnectionDoc | null,
  viewer: User,
  other: User,
): Conversation | null {
  if (!connection) return null;
  const isFriend = connection.status === 'accepted';
  if (!isFriend && connection.messagedAt === undefined) return null;
  const state = isFriend ? (other.privacy.allowDirectMessages ? 'open' : 'closed') : 'ended';
  return { id: String(connection._id), state, canAnswer: viewer.privacy.allowDirectMessages };
}
