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
  /** Both ids, the smaller first: the same key for all introductions of the two. */
  pair: string;
  /** The keys of the three pairs among its members: an open introduction makes them visible to each other (D16). */
  pairs: string[];
  message: string;
  /** Pending introductions expire by their age; no status is stored for that. */
  status: 'pending' | 'accepted' | 'declined' | 'withdrawn';
  /** The answer of each party, shown to nobody else (D25). */
  answer1: MatchAnswer | null;
  answer2: MatchAnswer | null;
  /** Whether the matchmaker got BAMBOO for it (D37). */
  isThanked: boolean;
  createdAt: Date;
  closedAt: Date | null;
  /** When moderators removed the message; the introduction itself stays. */
  removedAt?: Date;
}

const id = { type: Schema.Types.ObjectId, required: true };
const answer = { type: String, enum: [...matchAnswers, null], default: null };

export const matchSchema = new Schema<MatchDoc>({
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
});
// The lists of the three members: one index each, as for connections.
matchSchema.index({ matchmakerId: 1, createdAt: -1, _id: -1 });
matchSchema.index({ user1Id: 1, createdAt: -1, _id: -1 });
matchSchema.index({ user2Id: 1, createdAt: -1, _id: -1 });
// Cooldowns of a pair.
matchSchema.index({ pair: 1, status: 1, createdAt: -1 });
// Visibility through introductions.
matchSchema.index({ pairs: 1, createdAt: -1 });
// A matchmaker's successful introductions and recent rewards.
matchSchema.index({ matchmakerId: 1, status: 1, closedAt: -1 });

/** The message as everybody but moderators reads it: empty once removed. */
export const shownMessage = ({ message, removedAt }: MatchDoc) => (removedAt ? '' : message);

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
          message: { of: 'message', value: (doc) => shownMessage(doc) },
          status: { of: 'status', value: (doc, { now }) => statusOf(doc, now) },
          myAnswer: { of: 'answer1', value: (doc, { memberId }) => answerOf(doc, memberId) },
          createdAt: 'createdAt',
        },
      },
      // The introduction stays, without its content: the matchmaker's score counts it.
      erase: { set: { message: '', pair: '', pairs: [] }, replaceIdIn: ['user1Id', 'user2Id'] },
    },
  ],
  withheld: {
    _id: 'nothing else names it',
    pair: 'both ids again',
    pairs: 'the ids again',
    answer2: 'exported as `myAnswer`, to its author only (D25)',
    closedAt: 'would reveal when somebody else answered (D25)',
    removedAt: 'the moderators’ own',
  },
});
