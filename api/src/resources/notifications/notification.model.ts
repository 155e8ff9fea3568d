import {
  type NotificationKind,
  notificationKinds,
  type SecurityEvent,
  securityEvents,
} from '@frens/contract/choices';
import { Schema } from 'mongoose';
import { day, second } from '../../clock.ts';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';
import { serverLimits } from '../../limits.ts';

/** A notification (D48). Whether it is shown is decided when it is read. */
export interface NotificationDoc {
  /** Hash of recipient, kind, and either actor and subject or the group (`Fact.within`), so that each event has one notification. */
  _id: ObjectId;
  recipientId: ObjectId;
  kind: NotificationKind;
  /** Who did it; null for events of the site itself, and where the actor stays unnamed. */
  actorId: ObjectId | null;
  /** What it is about, in the collection that `kindReaders` reads for the kind. */
  subjectId: ObjectId | null;
  event: SecurityEvent | null;
  createdAt: Date;
  readAt: Date | null;
  /** When it was mailed. */
  mailedAt: Date | null;
}

export const notificationSchema = new Schema<NotificationDoc>({
  recipientId: { type: Schema.Types.ObjectId, required: true },
  kind: { type: String, enum: notificationKinds, required: true },
  actorId: { type: Schema.Types.ObjectId, default: null },
  subjectId: { type: Schema.Types.ObjectId, default: null },
  event: { type: String, enum: [...securityEvents, null], default: null },
  createdAt: { type: Date, required: true },
  readAt: { type: Date, default: null },
  mailedAt: { type: Date, default: null },
});
notificationSchema.index({ recipientId: 1, createdAt: -1, _id: -1 });
notificationSchema.index({ recipientId: 1, readAt: 1, createdAt: -1, _id: -1 });
notificationSchema.index({ actorId: 1 });
notificationSchema.index(
  { createdAt: 1 },
  { expireAfterSeconds: (serverLimits.notifications.days * day) / second },
);

declareMemberData(notificationSchema, {
  traces: [
    {
      find: ({ id }) => ({ recipientId: id }),
      exported: {
        as: 'notifications',
        // Actor and subject are exported with the documents they come from, while those exist.
        fields: { kind: 'kind', event: 'event', createdAt: 'createdAt', readAt: 'readAt' },
        // Events caused by others may be withdrawn or hidden by now; security events stay.
        isExported: ({ kind }) => kind === 'security',
      },
      erase: 'delete',
    },
    { find: ({ id }) => ({ actorId: id }), exported: null, erase: 'delete' },
  ],
  withheld: {
    _id: 'nothing else names it',
    recipientId: 'the member',
    actorId: 'told by the part of what they did, while the product shows it',
    subjectId: 'told by its own part',
    mailedAt: 'says when a mail of ours went, nothing of the member',
  },
});
