import type { NotificationKind, SecurityEvent } from '@frens/contract/choices';
import { idMadeOf, newId, type ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import { newestFirst, positionFilter } from '../../paging.ts';
import type { Services } from '../../services.ts';
import type { NotificationDoc } from '../notifications/notification.model.ts';
import { scheduleMailNotification } from './notify-by-mail.ts';

type NotifyServices = Pick<Services, 'db' | 'clock'>;

/** An event to notify a member of. Recording the same event again updates its one notification. */
export interface Fact {
  kind: Exclude<NotificationKind, 'security'>;
  recipientId: ObjectId;
  /** Null hides who did it; the notification then stays visible when that member is hidden or deleted. */
  actorId: ObjectId | null;
  /** The subject, whose collection depends on the kind (`kindReaders`); absent when the kind names only the actor. */
  subjectId?: ObjectId;
  /** Groups events into one notification, which shows the latest, e.g. the circle of its posts. Default: per actor and subject. */
  within?: ObjectId;
}

/** Kinds with one notification per actor, whatever the subject: a conversation has one, about its latest message. */
const groupedByActor: readonly string[] = ['message'];

/** Builds the stored notification of a fact. */
export function notificationOf(fact: Fact, createdAt: Date): NotificationDoc {
  const { kind, recipientId, actorId, subjectId = null } = fact;
  return {
    _id: idOfFact(fact),
    kind,
    recipientId,
    actorId,
    subjectId,
    event: null,
    createdAt,
    readAt: null,
    mailedAt: null,
  };
}

/** The deterministic id of a fact's notification: facts that share a notification have the same id. */
export function idOfFact({ kind, recipientId, actorId, subjectId, within }: Fact): ObjectId {
  if (within)
    return idMadeOf(['notification', kind, String(recipientId), 'within', String(within)].join(' '));
  const about = groupedByActor.includes(kind) ? '' : String(subjectId ?? '');
  return idMadeOf(['notification', kind, String(recipientId), String(actorId), about].join(' '));
}

/**
 * Notifies members of events in the caller's transaction (D48), and schedules the mails they want. A repeated event, for instance a
 * request that was withdrawn and sent again, updates its notification and marks it unread.
 */
export async function notify(
  services: NotifyServices & Pick<Services, 'jobs'>,
  facts: readonly Fact[],
): Promise<void> {
  const notifiable = facts.filter(({ recipientId, actorId }) => !actorId || !recipientId.equals(actorId));
  if (notifiable.length === 0) return;
  const now = services.clock.now();
  const documents = notifiable.map((fact) => notificationOf(fact, now));
  await services.db.models.Notification.bulkWrite(
    documents.map(({ _id, ...rest }) => ({
      updateOne: { filter: { _id }, update: { $set: rest }, upsert: true },
    })),
  );
  for (const { _id, recipientId } of documents)
    if (shouldPrune(_id)) await pruneNotifications(services, recipientId);
  await scheduleMailNotification(services, documents);
}

/** Notifies a member of a security event of their account. */
export async function notifySecurity(
  { db, clock }: NotifyServices,
  recipientId: ObjectId,
  event: SecurityEvent,
): Promise<void> {
  const createdAt = clock.now();
  await db.models.Notification.create({ _id: newId(), recipientId, kind: 'security', event, createdAt });
}

/** Marks a fact's notification as read, because the member has acted on it. */
export async function readFact({ db, clock }: NotifyServices, fact: Fact): Promise<void> {
  await db.models.Notification.updateOne(
    { _id: idOfFact(fact), readAt: null },
    { $set: { readAt: clock.now() } },
  );
}

/** One notification in this many prunes its recipient's list, which amortises the cost for members with thousands. */
const pruneInterval = 16;

function shouldPrune(id: ObjectId): boolean {
  // Ids are hashes, so their first byte is evenly distributed.
  return (id.id[0] ?? 0) % pruneInterval === 0;
}

/** Deletes a member's oldest notifications beyond `serverLimits.notifications.kept`. */
export async function pruneNotifications({ db }: NotifyServices, recipientId: ObjectId): Promise<void> {
  const { Notification } = db.models;
  const { kept } = serverLimits.notifications;
  const last = await Notification.findOne({ recipientId }, { createdAt: 1 })
    .sort(newestFirst)
    .skip(kept - 1)
    .lean();
  if (last) await Notification.deleteMany({ recipientId, ...positionFilter(last) });
}
