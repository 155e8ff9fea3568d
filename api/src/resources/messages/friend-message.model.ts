import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData, type Exported } from '../../database/member-data.ts';

/** What one friend wrote to another (D67). Whether it was read is stored nowhere. */
export interface FriendMessageDoc {
  _id: ObjectId;
  connectionId: ObjectId;
  senderId: ObjectId;
  recipientId: ObjectId;
  text: string;
  createdAt: Date;
  /** When its sender took it back, where it had been reported: from then on it is the moderators' alone. */
  withdrawnAt: Date | null;
  /** Moderators have removed it: nobody sees it until they bring it back (D23). */
  removedAt?: Date;
}

export const friendMessageSchema = new Schema<FriendMessageDoc>(
  {
    connectionId: { type: Schema.Types.ObjectId, required: true },
    senderId: { type: Schema.Types.ObjectId, required: true },
    recipientId: { type: Schema.Types.ObjectId, required: true },
    text: { type: String, required: true },
    createdAt: { type: Date, required: true },
    removedAt: { type: Date },
    withdrawnAt: { type: Date, default: null },
  },
  { versionKey: false },
);
friendMessageSchema.index({ connectionId: 1, createdAt: -1, _id: -1 });
friendMessageSchema.index({ senderId: 1 });
// What somebody was written, for their export.
friendMessageSchema.index({ recipientId: 1, createdAt: -1 });

const told = {
  fields: { text: 'text', createdAt: 'createdAt' },
  // That one is kept would tell that it was reported.
  isTold: ({ withdrawnAt }) => withdrawnAt === null,
} as const satisfies Partial<Exported<FriendMessageDoc>>;

declareMemberData(friendMessageSchema, {
  traces: [
    {
      find: ({ id }) => ({ senderId: id }),
      exported: {
        ...told,
        as: 'messagesSent',
        about: 'recipientId',
        fields: { friendId: 'recipientId', ...told.fields },
      },
      erase: 'delete',
    },
    {
      find: ({ id }) => ({ recipientId: id }),
      exported: {
        ...told,
        isTold: ({ withdrawnAt, removedAt }) => withdrawnAt === null && removedAt === undefined,
        as: 'messagesReceived',
        about: 'senderId',
        fields: { friendId: 'senderId', ...told.fields },
      },
      erase: 'delete',
    },
  ],
  withheld: {
    _id: 'nothing else names it',
    connectionId: 'the two members again',
    withdrawnAt: 'what has one is not told',
    removedAt: 'the moderators’ own',
  },
});
