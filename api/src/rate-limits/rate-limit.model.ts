import { Schema } from 'mongoose';
import { declareNoMemberData } from '../database/member-data.ts';

/** A rate-limit counter. */
export interface RateLimitDoc {
  /** Hash of the limit's name and the counted party, so that no address is stored. */
  key: string;
  points: number;
  expire: Date;
}

export const rateLimitSchema = new Schema<RateLimitDoc>({
  key: { type: String, required: true },
  points: { type: Number, required: true },
  expire: { type: Date, required: true },
});
rateLimitSchema.index({ key: 1 }, { unique: true });
rateLimitSchema.index({ expire: 1 }, { expireAfterSeconds: 0 });

declareNoMemberData(rateLimitSchema, 'Found by a hash only, and gone when its window ends.');
