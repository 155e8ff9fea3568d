import type { ReportSubject } from '@frens/contract';
import { reportSubjects } from '@frens/contract/choices';
import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

export const moderationActs = [
  'resolve',
  'reopen',
  'suspend',
  'restore',
  'expire',
  'remove',
  'return',
  'note',
] as const;
export type ModerationActName = (typeof moderationActs)[number];

/** One entry of the append-only moderation log: undoing an act adds another entry (D23). */
export interface ModerationActDoc {
  _id: ObjectId;
  at: Date;
  /** The moderator's user name on the machine; `time` when a suspension expired. */
  who: string;
  act: ModerationActName;
  /** The member it concerns, if known. */
  memberId: ObjectId | null;
  subjectType: ReportSubject | null;
  subjectId: ObjectId | null;
  /** The reports that it closed or reopened. */
  reportIds: ObjectId[];
  /** The moderator's reason; a suspension's reason is shown to the member. */
  text: string;
  /** End of a suspension; null without one. */
  until: Date | null;
}

export const moderationActSchema = new Schema<ModerationActDoc>({
  at: { type: Date, required: true },
  who: { type: String, required: true },
  act: { type: String, enum: moderationActs, required: true },
  memberId: { type: Schema.Types.ObjectId, default: null },
  subjectType: { type: String, enum: [...reportSubjects, null], default: null },
  subjectId: { type: Schema.Types.ObjectId, default: null },
  reportIds: { type: [Schema.Types.ObjectId], default: [] },
  text: { type: String, default: '' },
  until: { type: Date, default: null },
});
moderationActSchema.index({ at: -1, _id: -1 });
moderationActSchema.index({ memberId: 1, at: -1 });
moderationActSchema.index({ subjectId: 1, at: -1 });

/** The acts that a member's export contains; moderators' notes and the names of reporters stay out. */
const exportedActs = new Set<ModerationActName>(['suspend', 'restore', 'expire']);

declareMemberData(moderationActSchema, {
  traces: [
    {
      find: ({ id }) => ({ memberId: id }),
      exported: {
        as: 'moderation',
        fields: { act: 'act', reason: 'text', until: 'until', at: 'at' },
        isExported: ({ act }) => exportedActs.has(act),
      },
      // The act stays in the log; the member's id and the reason are erased.
      erase: { set: { text: '' }, replaceIdIn: ['memberId', 'subjectId'] },
      ofOthers: ['who'],
    },
  ],
  withheld: {
    _id: 'nothing else names it',
    memberId: 'the member',
    who: 'the moderators’ own',
    subjectType: 'tells what was reported',
    subjectId: 'tells what was reported',
    reportIds: 'tells that there are reports',
  },
});
