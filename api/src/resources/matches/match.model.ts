import { type MatchAnswer, matchAnswers } from '@frens/contract/choices';
import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';
import { answerOf, statusOf } from './match.policy.ts';

/** One member introduces two others to each other (D24). */
export interface MatchDoc {
  _id: ObjectId;
  matchmakerId: ObjectId;
  /** A friend of the matchmaker's. */
  user1Id: ObjectId;
  user2Id: ObjectId;
  /** Both ids, the smaller first: what makes introductions of the same two comparable. */
  pair: string;
  /** That of the two, and those of each with the matchmaker: whom it ties (D16). */
  pairs: string[];
  message: string;
  /** One that waits expires by its age alone. */
  status: 'pending' | 'accepted' | 'declined' | 'withdrawn';
  /** What each of the two said, told to nobody else (D25). */
  answer1: MatchAnswer | null;
  answer2: MatchAnswer | null;
  /** The matchmaker was given BAMBOO for it (D37). */
  isThanked: boolean;
  createdAt: Date;
  closedAt: Date | null;
  /** Since when moderators have its words removed; the introduction itself goes on. */
  removedAt?: Date;
}

const id = { type: Schema.Types.ObjectId, required: true };
const answer = { type: String, enum: [...matchAnswers, null], default: null };

export const matchSchema = new Schema<MatchDoc>(
  {
    matchmakerId: id,
    user1Id: id,
    user2Id: id,
    pair: { type: String, required: true },
    pairs: { type: [String], required: true },
    message: { type: String, default: '' },
    status: { type: String, enum: ['pending', 'accepted', 'declined', 'withdrawn'], required: true },
    answer1: answer,
    answer2: answer,
    isThanked: { type: Boolean, default: false },
    createdAt: { type: Date, required: true },
    closedAt: { type: Date, default: null },
    removedAt: { type: Date },
  },
  { versionKey: false },
);
// The lists of its three members: each run on its own, as those of connections.
matchSchema.index({ matchmakerId: 1, createdAt: -1, _id: -1 });
matchSchema.index({ user1Id: 1, createdAt: -1, _id: -1 });
matchSchema.index({ user2Id: 1, createdAt: -1, _id: -1 });
// What bars the same two from being introduced again.
matchSchema.index({ pair: 1, status: 1, createdAt: -1 });
// Whom one ties to each other.
matchSchema.index({ pairs: 1, createdAt: -1 });
// What a matchmaker has achieved, and was thanked for lately.
matchSchema.index({ matchmakerId: 1, status: 1, closedAt: -1 });

/** What the matchmaker wrote, as anybody but moderators reads it. */
export const wordsOf = ({ message, removedAt }: MatchDoc) => (removedAt ? '' : message);

declareMemberData(matchSchema, {
  traces: [
    {
      find: ({ id: matchmakerId }) => ({ matchmakerId }),
      exported: {
        as: 'introductionsMade',
        about: ['user1Id', 'user2Id'],
        fields: {
          user1Id: 'user1Id',
          user2Id: 'user2Id',
          message: 'message',
          status: { of: 'status', value: (doc, { now }) => statusOf(doc, now) },
          isThanked: 'isThanked',
          createdAt: 'createdAt',
        },
      },
      erase: 'delete',
    },
    {
      find: ({ id: memberId }) => ({ $or: [{ user1Id: memberId }, { user2Id: memberId }] }),
      exported: {
        as: 'introductionsReceived',
        about: ['user1Id', 'user2Id', 'matchmakerId'],
        fields: {
          matchmakerId: 'matchmakerId',
          user1Id: 'user1Id',
          user2Id: 'user2Id',
          message: { of: 'message', value: (doc) => wordsOf(doc) },
          status: { of: 'status', value: (doc, { now }) => statusOf(doc, now) },
          myAnswer: { of: 'answer1', value: (doc, { memberId }) => answerOf(doc, memberId) },
          createdAt: 'createdAt',
        },
      },
      // It stays what the matchmaker has achieved, which their score counts.
      erase: { set: { message: '', pair: '', pairs: [] }, replaceIdIn: ['user1Id', 'user2Id'] },
    },
  ],
  withheld: {
    _id: 'nothing else names it',
    pair: 'both ids again',
    pairs: 'the ids again',
    answer2: 'told as `myAnswer` to whose it is, and to nobody else (D25)',
    closedAt: 'would tell when somebody else answered (D25)',
    removedAt: 'the moderators’ own',
  },
});
