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

/** One act of a moderator, as the log keeps it: acts are added and never changed; what undoes one is another (D23). */
export interface ModerationActDoc {
  _id: ObjectId;
  at: Date;
  /** Who did it, as they are known on the machine; `time` where a suspension ran out. */
  who: string;
  act: ModerationActName;
  /** Whom it is about, where that is known. */
  memberId: ObjectId | null;
  subjectType: ReportSubject | null;
  subjectId: ObjectId | null;
  /** The reports that it closed or opened. */
  reportIds: ObjectId[];
  /** Why, in the moderator's words; a suspension's reason is told to the member. */
  text: string;
  /** Until when a suspension lasts; null for ever. */
  until: Date | null;
}

export const moderationActSchema = new Schema<ModerationActDoc>(
  {
    at: { type: Date, required: true },
    who: { type: String, required: true },
    act: { type: String, enum: moderationActs, required: true },
    memberId: { type: Schema.Types.ObjectId, default: null },
    subjectType: { type: String, enum: [...reportSubjects, null], default: null },
    subjectId: { type: Schema.Types.ObjectId, default: null },
    reportIds: { type: [Schema.Types.ObjectId], default: [] },
    text: { type: String, default: '' },
    until: { type: Date, default: null },
  },
  { versionKey: false },
);
moderationActSchema.index({ at: -1, _id: -1 });
moderationActSchema.index({ memberId: 1, at: -1 });
moderationActSchema.index({ subjectId: 1, at: -1 });

/** What was done to a member; what was said of them among moderators, and who reported them, is not theirs to read. */
const toldActs = new Set<ModerationActName>(['suspend', 'restore', 'expire']);

declareMemberData(moderationActSchema, {
  traces: [
    {
      find: ({ id }) => ({ memberId: id }),
      exported: {
        as: 'moderation',
        fields: { act: 'act', reason: 'text', until: 'until', at: 'at' },
        isTold: ({ act }) => toldActs.has(act),
      },
      // That something was done stays; whom it was about, and what was said of them, goes.
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
