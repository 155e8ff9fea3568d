import type { ReportReason, ReportSubject } from '@frens/contract';
import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

/** What a member told the moderators about somebody or something (D23). */
export interface ReportDoc {
  _id: ObjectId;
  /** Who reported what: one report of each. */
  key: string;
  reporterId: ObjectId;
  subjectType: ReportSubject;
  /** Of whatever was named, whether or not it is there. */
  subjectId: ObjectId;
  reason: ReportReason;
  details: string;
  createdAt: Date;
  /** When moderators were done with it. */
  resolvedAt?: Date;
}

export const reportSchema = new Schema<ReportDoc>(
  {
    key: { type: String, required: true },
    reporterId: { type: Schema.Types.ObjectId, required: true },
    subjectType: { type: String, required: true },
    subjectId: { type: Schema.Types.ObjectId, required: true },
    reason: { type: String, required: true },
    details: { type: String, default: '' },
    createdAt: { type: Date, required: true },
    resolvedAt: { type: Date },
  },
  { versionKey: false },
);
reportSchema.index({ key: 1 }, { unique: true });
reportSchema.index({ reporterId: 1, createdAt: -1, _id: -1 });
reportSchema.index({ subjectId: 1 });
// What waits for the moderators, oldest first.
reportSchema.index({ resolvedAt: 1, createdAt: 1, _id: 1 });

/** The key of a member's report of something. */
export function reportKey(reporterId: ObjectId, type: ReportSubject, subjectId: ObjectId): string {
  return `${String(reporterId)}:${type}:${String(subjectId)}`;
}

/** The range of the keys of all that a member has reported of one kind. */
export function reportKeysOf(reporterId: ObjectId, type: ReportSubject) {
  return { $gte: `${String(reporterId)}:${type}:`, $lt: `${String(reporterId)}:${type};` };
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
    // Neither that somebody was reported nor by whom is told (D23).
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
