import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

/** A kind of browser with which a member has signed in lately: the next sign-in with it sends no warning (D11). */
export interface TrustedDevice {
  /** Member, browser and system, joined: one document for each combination. */
  _id: string;
  userId: ObjectId;
  /** Null stands for all unknown browsers. */
  name: string | null;
  system: string | null;
  /** Updated once a day. */
  lastSeenAt: Date;
  forgetAt: Date;
}

export const trustedDeviceSchema = new Schema<TrustedDevice>({
  _id: { type: String, required: true },
  userId: { type: Schema.Types.ObjectId, required: true },
  name: { type: String, default: null },
  system: { type: String, default: null },
  lastSeenAt: { type: Date, required: true },
  forgetAt: { type: Date, required: true },
});
trustedDeviceSchema.index({ userId: 1 });
trustedDeviceSchema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });

declareMemberData(trustedDeviceSchema, {
  traces: [
    {
      find: ({ id }) => ({ userId: id }),
      exported: { as: 'browsers', fields: { name: 'name', system: 'system', lastSeenAt: 'lastSeenAt' } },
      erase: 'delete',
    },
  ],
  withheld: {
    _id: 'the member and the names again',
    userId: 'the member',
    forgetAt: 'when the document goes',
  },
});
