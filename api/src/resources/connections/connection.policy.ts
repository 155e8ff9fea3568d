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

/** Whether a decline is still kept from the asker. */
export function isSilent(connection: ConnectionState, now: Date): boolean {
  return (
    connection.status === 'declined' &&
    connection.respondedAt !== null &&
    connection.respondedAt > declineShownSince(now)
  );
}

/** The status as one side is told it: a decline looks pending to the asker until it disappears (D20). */
export function statusFor(connection: ConnectionState, viewerId: ObjectId, now: Date): ConnectionStatus {
  const isAsker = connection.requesterId.equals(viewerId);
  if (connection.status === 'declined' && isAsker) {
    if (connection.takenBack) return 'withdrawn';
    return isSilent(connection, now) && connection.createdAt > pendingSince(now) ? 'pending' : 'expired';
  }
  if (connection.status === 'pending' && connection.createdAt <= pendingSince(now)) return 'expired';
  return connection.status;
}

/** What two members are to each other, told to one of them. */
export function relationOf(connection: ConnectionState | undefined, viewerId: ObjectId, now: Date): Relation {
  if (!connection) return 'none';
  const status = statusFor(connection, viewerId, now);
  if (status === 'accepted') return 'friend';
  if (status !== 'pending') return 'none';
  return connection.requesterId.equals(viewerId) ? 'outgoing' : 'incoming';
}

/** Whether the viewer may still ask: after declines, three times more per pair; who declined may always ask (D20). */
export function mayAskAgain(connection: ConnectionState | undefined, viewerId: ObjectId, now: Date): boolean {
  if (!connection || connection.status !== 'declined' || !connection.requesterId.equals(viewerId))
    return true;
  return isSilent(connection, now) || connection.askedAgain < asksPerPair;
}
