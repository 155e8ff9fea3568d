import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData, type Exported } from '../../database/member-data.ts';

/** A message from one friend to another (D67). It stores no read receipt. */
export interface FriendMessageDoc {
  _id: ObjectId;
  connectionId: ObjectId;
  senderId: ObjectId;
  recipientId: ObjectId;
  text: string;
  createdAt: Date;
  /** Soft delete by the sender, for reported messages only: moderators alone can still read it. */
  withdrawnAt: Date | null;
  /** Removed by moderators: hidden from everybody until they restore it (D23). */
  removedAt?: Date;
}

export const friendMessageSchema = new Schema<FriendMessageDoc>({
  connectionId: { type: Schema.Types.ObjectId, required: true },
  senderId: { type: Schema.Types.ObjectId, required: true },
  recipientId: { type: Schema.Types.ObjectId, required: true },
  text: { type: String, required: true },
  createdAt: { type: Date, required: true },
  removedAt: { type: Date },
  withdrawnAt: { type: Date, default: null },
});
friendMessageSchema.index({ connectionId: 1, createdAt: -1, _id: -1 });
friendMessageSchema.index({ senderId: 1 });
// For a member's export of the messages they received.
friendMessageSchema.index({ recipientId: 1, createdAt: -1 });

const exportedMessage = {
  fields: { text: 'text', createdAt: 'createdAt' },
  // A withdrawn message is stored only if it was reported; exporting it would reveal the report.
  isExported: ({ withdrawnAt }) => withdrawnAt === null,
} as const satisfies Partial<Exported<FriendMessageDoc>>;

declareMemberData(friendMessageSchema, {
  traces: [
    {
      find: ({ id }) => ({ senderId: id }),
      exported: {
        ...exportedMessage,
        as: 'messagesSent',
        about: 'recipientId',
        fields: { friendId: 'recipientId', ...exportedMessage.fields },
      },
      erase: 'delete',
    },
    {
      find: ({ id }) => ({ recipientId: id }),
      exported: {
        ...exportedMessage,
        isExported: ({ withdrawnAt, removedAt }) => withdrawnAt === null && removedAt === undefined,
        as: 'messagesReceived',
        about: 'senderId',
        fields: { friendId: 'senderId', ...exportedMessage.fields },
      },
      erase: 'delete',
    },
  ],
  withheld: {
    _id: 'nothing else names it',
    connectionId: 'the two members again',
    withdrawnAt: 'what has one is not exportedMessage',
    removedAt: 'the moderators’ own',
  },
});
