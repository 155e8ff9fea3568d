import { Schema } from 'mongoose';
import { serverLimits } from '../limits.ts';

/** The first answer of a request that carried an idempotency key (D52). */
export interface IdempotencyRecord {
  /** Hash of member, call, its parameters and key. */
  _id: string;
  bodyHash: string;
  /** Null while the transaction that writes it is running; never seen from outside. */
  status: number | null;
  answer: string;
  createdAt: Date;
}

export const idempotencySchema = new Schema<IdempotencyRecord>(
  {
    _id: { type: String, required: true },
    bodyHash: { type: String, required: true },
    status: { type: Number, default: null },
    answer: { type: String, default: '' },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false },
);
idempotencySchema.index({ createdAt: 1 }, { expireAfterSeconds: serverLimits.idempotency.keptHours * 3600 });
