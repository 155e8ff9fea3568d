import { Schema } from 'mongoose';
import { serverLimits } from '../limits.ts';
import { declareNoMemberData } from './member-data.ts';

/** The stored facts of a request with an idempotency key (D52). */
export interface IdempotencyRecord {
  /** Hash of member, call, parameters and key. */
  _id: string;
  bodyHash: string;
  /** The command's facts; each replay presents them anew (0042). */
  facts: unknown;
  createdAt: Date;
}

export const idempotencySchema = new Schema<IdempotencyRecord>(
  {
    _id: { type: String, required: true },
    bodyHash: { type: String, required: true },
    facts: { type: Schema.Types.Mixed, default: null },
    createdAt: { type: Date, required: true },
  },
  { minimize: false },
);
idempotencySchema.index({ createdAt: 1 }, { expireAfterSeconds: serverLimits.idempotency.keptHours * 3600 });

// Exempt from erasure: records expire after a day, and an account is erased seven days after its last request.
declareNoMemberData(idempotencySchema, 'Found by a hash only, and gone after a day.');
