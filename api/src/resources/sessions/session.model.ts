import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

/** A browser as people know it: `Firefox` on `Windows`. */
export interface BrowserName {
  name: string;
  system: string | null;
}

export interface Session {
  /** SHA-256 of the cookie's value: who reads the database cannot sign in with it. */
  _id: string;
  userId: ObjectId;
  /** What the browser called itself when it signed in. Sessions older than the field have none. */
  browser?: BrowserName | null;
  createdAt: Date;
  lastSeenAt: Date;
  /** When it ends at the latest, whatever happens. */
  endsAt: Date;
  /** When it ends if the member stays away. */
  idleEndsAt: Date;
}

export const sessionSchema = new Schema<Session>(
  {
    _id: { type: String, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    browser: { type: { name: String, system: String, _id: false }, default: null },
    createdAt: { type: Date, required: true },
    lastSeenAt: { type: Date, required: true },
    endsAt: { type: Date, required: true },
    idleEndsAt: { type: Date, required: true },
  },
  { versionKey: false },
);
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
