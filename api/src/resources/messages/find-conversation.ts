import type { Conversation } from '@frens/contract';
import type { ObjectId } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { type ConnectionDoc, otherIn } from '../connections/connection.model.ts';
import type { User } from '../members/user.model.ts';
import { findVisible } from '../visibility/visibility.ts';

/** A friendship, or what was one, and the other one of the two. */
export interface FoundConversation {
  connection: ConnectionDoc;
  friend: User;
}

/** Whether there is something to read, or to write, between two: they are friends, or have written to each other when they were. */
function isConversation({ status, messagedAt }: ConnectionDoc): boolean {
  return status === 'accepted' || status === 'removed' || messagedAt !== undefined;
}

/**
 * What the viewer and somebody else write in (D67). An end of the friendship, and a request that came after it, leave it to be read.
 *
 * @throws 404 for a connection of others, for two who were never friends, and where the other one is not shown to the viewer: by a block,
 * because they have ended their account, or because they are private and no friend any more (D16, D23)
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
  const seen = await findVisible(services, viewer, friend);
  if (!friend || !seen) throw notFound();
  return { connection, friend };
}

/** What the viewer is told of a conversation on the page of the other one, whom they see; null where nothing is or was written. */
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
