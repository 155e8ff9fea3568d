import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

/** A member's personal invitation of a friend to an invite circle (D30). Kept until it expires, for the daily limit. */
export interface CircleInvitationDoc {
  _id: ObjectId;
  circleId: ObjectId;
  userId: ObjectId;
  inviterId: ObjectId;
  status: 'open' | 'used' | 'declined';
  createdAt: Date;
  expiresAt: Date;
}

export const circleInvitationSchema = new Schema<CircleInvitationDoc>({
  circleId: { type: Schema.Types.ObjectId, required: true },
  userId: { type: Schema.Types.ObjectId, required: true },
  inviterId: { type: Schema.Types.ObjectId, required: true },
  status: { type: String, enum: ['open', 'used', 'declined'], required: true },
  createdAt: { type: Date, required: true },
  expiresAt: { type: Date, required: true },
});
circleInvitationSchema.index({ userId: 1, circleId: 1, inviterId: 1 }, { unique: true });
// The invitations that a member has sent in a day.
circleInvitationSchema.index({ inviterId: 1, createdAt: -1 });
circleInvitationSchema.index({ circleId: 1 });
circleInvitationSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const times = { createdAt: 'createdAt', expiresAt: 'expiresAt' } as const;

declareMemberData(circleInvitationSchema, {
  traces: [
    {
      find: ({ id }) => ({ inviterId: id }),
      // Without the status: declines are silent.
      exported: {
        as: 'circleInvitationsSent',
        about: 'userId',
        fields: { circleId: 'circleId', friendId: 'userId', ...times },
      },
      erase: 'delete',
    },
    {
      find: ({ id }) => ({ userId: id }),
      exported: {
        as: 'circleInvitationsReceived',
        about: 'inviterId',
        fields: { circleId: 'circleId', friendId: 'inviterId', status: 'status', ...times },
      },
      erase: 'delete',
    },
  ],
  withheld: { _id: 'nothing else names it' },
});
