import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

export interface QuizResult {
  _id: ObjectId;
  memberId: ObjectId;
  responses: Array<{ lab: number; response: string; responseTime: number | null; timestamp: Date | null }>;
  /** Sum of the response times, in milliseconds; computed here (D39). */
  totalTime: number;
  completedAt: Date;
  /** What was sent with the answers, or made here (D42). Absent from results older than seeds. */
  pictureSeed?: string;
  createdAt: Date;
}

export const quizResultSchema = new Schema<QuizResult>(
  {
    memberId: { type: Schema.Types.ObjectId, required: true },
    responses: [
      new Schema(
        {
          lab: { type: Number, required: true },
          response: { type: String, required: true },
          responseTime: { type: Number, default: null },
          timestamp: { type: Date, default: null },
        },
        { _id: false },
      ),
    ],
    totalTime: { type: Number, required: true },
    completedAt: { type: Date, required: true },
    pictureSeed: { type: String },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false },
);
quizResultSchema.index({ memberId: 1, createdAt: -1 });

declareMemberData(quizResultSchema, {
  traces: [
    {
      find: ({ id }) => ({ memberId: id }),
      exported: {
        as: 'quiz',
        fields: {
          responses: 'responses',
          totalTime: 'totalTime',
          completedAt: 'completedAt',
          pictureSeed: 'pictureSeed',
          createdAt: 'createdAt',
        },
      },
      erase: 'delete',
    },
  ],
  withheld: { _id: 'nothing else names it', memberId: 'the member' },
});
