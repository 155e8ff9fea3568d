import { Schema } from 'mongoose';
import type { ObjectId } from '../database/ids.ts';
import { declareMemberData } from '../database/member-data.ts';

/** Work that must be done once, later than the request that caused it. Done work leaves no document. */
export interface JobDoc {
  _id: ObjectId;
  kind: string;
  payload: unknown;
  /** The member whom the work concerns; erased with them. */
  memberId: ObjectId | null;
  /** The address it goes to, as addresses are compared, where that is all that is known of them. */
  emailKey: string | null;
  /** Not before then; while a process is at work, when its lease ends and another one may take the job. */
  runAt: Date;
  /** How often a process has begun it. */
  attempts: number;
  /** Drawn by the process that is at work: only it may end the job. */
  lease: string | null;
  /** Why the last attempt failed. */
  lastError: string | null;
  /** Given up: kept for `npm run jobs` to show. */
  deadAt: Date | null;
  createdAt: Date;
}

export const jobSchema = new Schema<JobDoc>(
  {
    kind: { type: String, required: true },
    payload: { type: Schema.Types.Mixed, required: true },
    memberId: { type: Schema.Types.ObjectId, default: null },
    emailKey: { type: String, default: null },
    runAt: { type: Date, required: true },
    attempts: { type: Number, default: 0 },
    lease: { type: String, default: null },
    lastError: { type: String, default: null },
    deadAt: { type: Date, default: null },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, minimize: false },
);
jobSchema.index({ deadAt: 1, runAt: 1 });
jobSchema.index({ memberId: 1 });
jobSchema.index({ emailKey: 1 });

const notExported = { exported: null, erase: 'delete' } as const;

declareMemberData(jobSchema, {
  traces: [
    { find: ({ id }) => ({ memberId: id }), ...notExported },
    { find: ({ emailKey }) => ({ emailKey }), ...notExported },
  ],
  // Whether a mail waits would tell whether an address that was typed as one's own is somebody's.
  withheld: 'Work that is gone when it is done, and tells of who has an address.',
});
