import type { ReportReason, ReportSubject } from '@frens/contract';
import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

/** A member's report to the moderators (D23). */
export interface ReportDoc {
  _id: ObjectId;
  /** Reporter and subject (`reportKey`), unique: a member has one report per subject. */
  key: string;
  reporterId: ObjectId;
  subjectType: ReportSubject;
  /** As sent: the subject may not exist. */
  subjectId: ObjectId;
  reason: ReportReason;
  details: string;
  createdAt: Date;
  /** When moderators closed it; absent while it is open. */
  resolvedAt?: Date;
}

export const reportSchema = new Schema<ReportDoc>({
  key: { type: String, required: true },
  reporterId: { type: Schema.Types.ObjectId, required: true },
  subjectType: { type: String, required: true },
  subjectId: { type: Schema.Types.ObjectId, required: true },
  reason: { type: String, required: true },
  details: { type: String, default: '' },
  createdAt: { type: Date, required: true },
  resolvedAt: { type: Date },
});
reportSchema.index({ key: 1 }, { unique: true });
reportSchema.index({ reporterId: 1, createdAt: -1, _id: -1 });
reportSchema.index({ subjectId: 1 });
// The moderation queue: open reports, oldest first.
reportSchema.index({ resolvedAt: 1, createdAt: 1, _id: 1 });

/** The unique key of a member's report of a subject. */
export function reportKey(reporterId: ObjectId, type: ReportSubject, subjectId: ObjectId): string {
  return `${String(reporterId)}:${type}:${String(subjectId)}`;
}

/** The key range of a member's reports. */
export function reportKeysOf(reporterId: ObjectId) {
  return { $gte: `${String(reporterId)}:`, $lt: `${String(reporterId)};` };
}

declareMemberData(reportSchema, {
  traces: [
    {
      find: ({ id }) => ({ reporterId: id }),
      exported: {
        as: 'reports',
        fields: {
          subjectType: 'subjectType',
          subjectId: 'subjectId',
          reason: 'reason',
          details: 'details',
          createdAt: 'createdAt',
        },
      },
      erase: 'delete',
    },
    // An export reveals neither reports about the member nor their reporters (D23).
    {
      find: ({ id, pandaId }) => ({ subjectId: { $in: pandaId ? [id, pandaId] : [id] } }),
      exported: null,
      erase: 'delete',
    },
  ],
  withheld: {
    resolvedAt: 'the moderators’ own',
    _id: 'nothing else names it',
    key: 'the other fields again',
    reporterId: 'the member',
  },
});
