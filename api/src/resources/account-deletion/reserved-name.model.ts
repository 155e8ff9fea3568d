import { Schema } from 'mongoose';
import { declareNoMemberData } from '../../database/member-data.ts';

/** A username whose member was erased: nobody gets it for a while, so that nobody is taken for them (D46). */
export interface HeldName {
  /** Keyed hash of how the name reads. */
  _id: string;
  /** From then on it is free. */
  freeAt: Date;
}

export const reservedNameSchema = new Schema<HeldName>(
  { _id: { type: String, required: true }, freeAt: { type: Date, required: true } },
  { versionKey: false },
);
reservedNameSchema.index({ freeAt: 1 }, { expireAfterSeconds: 0 });

declareNoMemberData(reservedNameSchema, 'Found by a keyed hash only, and gone after 30 days.');
