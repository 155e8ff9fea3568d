import type { Relation } from '@frens/contract';
import type { ConnectionStatus } from '@frens/contract/choices';
import { limits } from '@frens/contract/limits';
import { day } from '../../clock.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { ConnectionDoc } from './connection.model.ts';

type Tie = Pick<
  ConnectionDoc,
  'requesterId' | 'addresseeId' | 'status' | 'createdAt' | 'respondedAt' | 'askedAgain' | 'takenBack'
>;

const { pendingDays, declineShownPendingDays, asksPerPair } = limits.connections;

/** Requests made before this moment have expired (D20). */
export function pendingSince(now: Date): Date {
  return new Date(now.getTime() - pendingDays * day);
}

/** Declines after this moment still look like pending requests to the asker (D20). */
export function declineShownSince(now: Date): Date {
  return new Date(now.getTime() - declineShownPendingDays * day);
}

/** Whether a decline is still kept from the asker. */
export function isSilent(tie: Tie, now: Date): boolean {
  return tie.status === 'declined' && tie.respondedAt !== null && tie.respondedAt > declineShownSince(now);
}

/** The status as one side is told it: a decline looks pending to the asker until it disappears (D20). */
export function statusFor(tie: Tie, viewerId: ObjectId, now: Date): ConnectionStatus {
  const isAsker = tie.requesterId.equals(viewerId);
  if (tie.status === 'declined' && isAsker) {
    if (tie.takenBack) return 'withdrawn';
    return isSilent(tie, now) && tie.createdAt > pendingSince(now) ? 'pending' : 'expired';
  }
  if (tie.status === 'pending' && tie.createdAt <= pendingSince(now)) return 'expired';
  return tie.status;
}

/** What two members are to each other, told to one of them. */
export function relationOf(tie: Tie | undefined, viewerId: ObjectId, now: Date): Relation {
  if (!tie) return 'none';
  const status = statusFor(tie, viewerId, now);
  if (status === 'accepted') return 'friend';
  if (status !== 'pending') return 'none';
  return tie.requesterId.equals(viewerId) ? 'outgoing' : 'incoming';
}

/** Whether the viewer may still ask: after declines, three times more per pair; who declined may always ask (D20). */
export function mayAskAgain(tie: Tie | undefined, viewerId: ObjectId, now: Date): boolean {
  if (!tie || tie.status !== 'declined' || !tie.requesterId.equals(viewerId)) return true;
  return isSilent(tie, now) || tie.askedAgain < asksPerPair;
}
