import { Schema } from 'mongoose';
import { serverLimits } from '../limits.ts';
import { declareNoMemberData } from './member-data.ts';

/** What a request did that carried an idempotency key (D52). */
export interface IdempotencyRecord {
  /** Hash of member, call, its parameters and key. */
  _id: string;
  bodyHash: string;
  /** What its command returned; the answer is made of it each time. Absent where an older version kept more (0042). */
  facts?: unknown;
  createdAt: Date;
}

export const idempotencySchema = new Schema<IdempotencyRecord>(
  {
    _id: { type: String, required: true },
    bodyHash: { type: String, required: true },
    facts: { type: Schema.Types.Mixed, default: null },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, minimize: false },
);
idempotencySchema.index({ createdAt: 1 }, { expireAfterSeconds: serverLimits.idempotency.keptHours * 3600 });

// An account is erased seven days after its last request, and these live for one.
declareNoMemberData(idempotencySchema, 'Found by a hash only, and gone after a day.');
