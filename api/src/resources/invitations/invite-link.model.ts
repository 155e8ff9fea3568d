import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

/** The invitation link of a member, who has one at a time (D45). */
export interface InviteLinkDoc {
  /** The code in the link, random so that nobody can guess it. */
  _id: string;
  inviterId: ObjectId;
  createdAt: Date;
  expiresAt: Date;
  /** How many members have joined through the link. */
  uses: number;
}

export const inviteLinkSchema = new Schema<InviteLinkDoc>({
  _id: { type: String, required: true },
  inviterId: { type: Schema.Types.ObjectId, required: true },
  createdAt: { type: Date, required: true },
  expiresAt: { type: Date, required: true },
  uses: { type: Number, default: 0 },
});
inviteLinkSchema.index({ inviterId: 1 }, { unique: true });
inviteLinkSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** The lock key for joining through a link. */
export function inviteKey(code: string): string {
  return `invite:${code}`;
}

declareMemberData(inviteLinkSchema, {
  traces: [
    {
      find: ({ id }) => ({ inviterId: id }),
      exported: {
        as: 'inviteLink',
        fields: { code: '_id', createdAt: 'createdAt', expiresAt: 'expiresAt', uses: 'uses' },
      },
      erase: 'delete',
    },
  ],
  withheld: { inviterId: 'the member' },
});
