import { Schema } from 'mongoose';
import type { ObjectId } from '../database/ids.ts';
import { declareMemberData } from '../database/member-data.ts';

/** A background job: work that must happen once, after the request that caused it. A finished job is deleted. */
export interface JobDoc {
  _id: ObjectId;
  kind: string;
  payload: unknown;
  /** The member whom the job concerns; their erasure deletes it. */
  memberId: ObjectId | null;
  /** The normalised recipient address, for jobs that know no member. */
  emailKey: string | null;
  /** When the job is due; while a process runs it, when its lease ends and another process may take it over. */
  runAt: Date;
  /** The number of attempts started. */
  attempts: number;
  /** A random token of the process that runs the job; only its holder may end the job. */
  lease: string | null;
  /** The error of the last attempt. */
  lastError: string | null;
  /** When the job was given up: kept for `npm run jobs` to show (dead letter). */
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
  { minimize: false },
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
  // A pending mail would reveal whether somebody else has the address that a member typed as theirs.
  withheld: 'Work that is gone when it is done, and tells of who has an address.',
});
