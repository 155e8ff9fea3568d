import type { Relation } from '@frens/contract';
import type { ConnectionStatus } from '@frens/contract/choices';
import { day } from '../../clock.ts';
import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import type { ConnectionDoc } from './connection.model.ts';

type ConnectionState = Pick<
  ConnectionDoc,
  'requesterId' | 'addresseeId' | 'status' | 'createdAt' | 'respondedAt' | 'askedAgain' | 'takenBack'
>;

const { pendingDays, declineShownPendingDays, asksPerPair } = serverLimits.connections;

/** Requests made before this moment have expired (D20). */
export function pendingSince(now: Date): Date {
  return new Date(now.getTime() - pendingDays * day);
}

/** Declines after this moment still look like pending requests to the asker (D20). */
export function declineShownSince(now: Date): Date {
  return new Date(now.getTime() - declineShownPendingDays * day);
}

/** Whether a decline still looks like a pending request to the asker. */
export function isSilent(connection: ConnectionState, now: Date): boolean {
  return (
    connection.status === 'declined' &&
    connection.respondedAt !== null &&
    connection.respondedAt > declineShownSince(now)
  );
}

/** The status that one member sees: to the asker, a decline looks pending until it disappears (D20). */
export function statusFor(connection: ConnectionState, viewerId: ObjectId, now: Date): ConnectionStatus {
  const isAsker = connection.requesterId.equals(viewerId);
  if (connection.status === 'declined' && isAsker) {
    if (connection.takenBack) return 'withdrawn';
    return isSilent(connection, now) && connection.createdAt > pendingSince(now) ? 'pending' : 'expired';
  }
  if (connection.status === 'pending' && connection.createdAt <= pendingSince(now)) return 'expired';
  return connection.status;
}

/** The relation of two members, as one of them sees it. */
export function relationOf(connection: ConnectionState | undefined, viewerId: ObjectId, now: Date): Relation {
  if (!connection) return 'none';
  const status = statusFor(connection, viewerId, now);
  if (status === 'accepted') return 'friend';
  if (status !== 'pending') return 'none';
  return connection.requesterId.equals(viewerId) ? 'outgoing' : 'incoming';
}

/** Whether the viewer may send a request: after declines, three more per pair; the member who declined always may (D20). */
export function mayAskAgain(connection: ConnectionState | undefined, viewerId: ObjectId, now: Date): boolean {
  if (!connection || connection.status !== 'declined' || !connection.requesterId.equals(viewerId))
    return true;
  return isSilent(connection, now) || connection.askedAgain < asksPerPair;
}
