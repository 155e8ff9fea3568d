import { Schema } from 'mongoose';
import { declareNoMemberData } from '../../database/member-data.ts';

/** The username of an erased member. Nobody can take it for 30 days, which prevents impersonation (D46). */
export interface HeldName {
  /** HMAC of the name's confusable skeleton. */
  _id: string;
  /** When the name becomes available again. */
  freeAt: Date;
}

export const reservedNameSchema = new Schema<HeldName>({
  _id: { type: String, required: true },
  freeAt: { type: Date, required: true },
});
reservedNameSchema.index({ freeAt: 1 }, { expireAfterSeconds: 0 });

declareNoMemberData(reservedNameSchema, 'Found by a keyed hash only, and gone after 30 days.');
