import type { ParsedBody } from '@frens/contract';
import { idFrom } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';

/** Marks one notification of a member as read, or all up to a moment. What is not there, or read before, stays as it is. */
export async function readNotifications(
  { db, clock }: Services,
  reader: User,
  { id, upTo }: ParsedBody<'POST /api/notifications/read'>,
): Promise<void> {
  const which = id === undefined ? { createdAt: { $lte: new Date(upTo ?? 0) } } : { _id: idFrom(id) };
  await db.models.Notification.updateMany(
    { recipientId: reader._id, readAt: null, ...which },
    { $set: { readAt: clock.now() } },
  );
}
