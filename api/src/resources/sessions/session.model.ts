import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

/** The display name of a browser: `Firefox` on `Windows`. */
export interface BrowserName {
  name: string;
  system: string | null;
}

export interface Session {
  /** SHA-256 of the cookie's value, so that a leaked database signs nobody in. */
  _id: string;
  userId: ObjectId;
  /** From the `User-Agent` at sign-in; null if unknown. Absent from sessions older than the field. */
  browser?: BrowserName | null;
  createdAt: Date;
  lastSeenAt: Date;
  /** Absolute timeout. */
  endsAt: Date;
  /** Idle timeout, extended by visits. */
  idleEndsAt: Date;
}

export const sessionSchema = new Schema<Session>({
  _id: { type: String, required: true },
  userId: { type: Schema.Types.ObjectId, required: true },
  browser: { type: { name: String, system: String, _id: false }, default: null },
  createdAt: { type: Date, required: true },
  lastSeenAt: { type: Date, required: true },
  endsAt: { type: Date, required: true },
  idleEndsAt: { type: Date, required: true },
});
sessionSchema.index({ userId: 1, createdAt: -1 });
sessionSchema.index({ idleEndsAt: 1 }, { expireAfterSeconds: 0 });

declareMemberData(sessionSchema, {
  traces: [
    {
      find: ({ id }) => ({ userId: id }),
      exported: {
        as: 'signIns',
        fields: {
          createdAt: 'createdAt',
          lastSeenAt: 'lastSeenAt',
          endsAt: 'endsAt',
          idleEndsAt: 'idleEndsAt',
          browser: 'browser',
        },
      },
      erase: 'delete',
    },
  ],
  withheld: { _id: 'made of a secret', userId: 'the member' },
});
