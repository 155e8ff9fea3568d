import type { NotificationKind, SecurityEvent } from '@frens/contract/choices';
import { idMadeOf, newId, type ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import { newestFirst, positionFilter } from '../../paging.ts';
import type { Services } from '../../services.ts';
import type { NotificationDoc } from '../notifications/notification.model.ts';
import { scheduleMailNotification } from './notify-by-mail.ts';

type NotifyServices = Pick<Services, 'db' | 'clock'>;

/** Something that somebody did to a member: told once, however often it is written. */
export interface Fact {
  kind: Exclude<NotificationKind, 'security'>;
  recipientId: ObjectId;
  /** Null where it is told without saying who did it, so also when they are not shown, or gone. */
  actorId: ObjectId | null;
  /** What it is about, as the table of kinds reads it; absent where it says only who did it. */
  subjectId?: ObjectId;
  /** Of what is told of once, by what happened last: within what. Else within what its actor did. */
  within?: ObjectId;
}

/** By messages a conversation is told of once, whichever was the last one. */
const ofActorAlone: readonly string[] = ['message'];

/** A fact as it is stored. */
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

/** The id under which a fact is stored: the same for what is told of once. */
export function idOfFact({ kind, recipientId, actorId, subjectId, within }: Fact): ObjectId {
  if (within)
    return idMadeOf(['notification', kind, String(recipientId), 'within', String(within)].join(' '));
  const about = ofActorAlone.includes(kind) ? '' : String(subjectId ?? '');
  return idMadeOf(['notification', kind, String(recipientId), String(actorId), about].join(' '));
}

/**
 * Tells members what somebody did, in the transaction that does it (D48). Told of the same again, for instance of a request that was
 * taken back and made anew, they find it once, as new. What members want mails of is told by mail too.
 */
export async function notify(
  services: NotifyServices & Pick<Services, 'jobs'>,
  facts: readonly Fact[],
): Promise<void> {
  const told = facts.filter(({ recipientId, actorId }) => !actorId || !recipientId.equals(actorId));
  if (told.length === 0) return;
  const now = services.clock.now();
  const documents = told.map((fact) => notificationOf(fact, now));
  await services.db.models.Notification.bulkWrite(
    documents.map(({ _id, ...rest }) => ({
      updateOne: { filter: { _id }, update: { $set: rest }, upsert: true },
    })),
  );
  for (const { _id, recipientId } of documents) if (isTurnOf(_id)) await forgetOldest(services, recipientId);
  await scheduleMailNotification(services, documents);
}

/** Tells a member what happened to their account. */
export async function notifySecurity(
  { db, clock }: NotifyServices,
  recipientId: ObjectId,
  event: SecurityEvent,
): Promise<void> {
  const createdAt = clock.now();
  await db.models.Notification.create({ _id: newId(), recipientId, kind: 'security', event, createdAt });
}

/** What a member was told of and has now dealt with counts as read. */
export async function readFact({ db, clock }: NotifyServices, fact: Fact): Promise<void> {
  await db.models.Notification.updateOne(
    { _id: idOfFact(fact), readAt: null },
    { $set: { readAt: clock.now() } },
  );
}

/** One fact in so many has its recipient's list cut, so that whoever is told of thousands pays for it seldom. */
const turns = 16;

function isTurnOf(id: ObjectId): boolean {
  // Ids of facts are hashes.
  return (id.id[0] ?? 0) % turns === 0;
}

/** Keeps the newest notifications of a member, so many as the limit says, give or take a few. */
export async function forgetOldest({ db }: NotifyServices, recipientId: ObjectId): Promise<void> {
  const { Notification } = db.models;
  const { kept } = serverLimits.notifications;
  const last = await Notification.findOne({ recipientId }, { createdAt: 1 })
    .sort(newestFirst)
    .skip(kept - 1)
    .lean();
  if (last) await Notification.deleteMany({ recipientId, ...positionFilter(last) });
}
