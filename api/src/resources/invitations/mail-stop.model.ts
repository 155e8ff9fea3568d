import { Schema } from 'mongoose';
import { declareNoMemberData } from '../../database/member-data.ts';

/** An address whose owner wants no more invitations. */
export interface MailStop {
  /** Keyed hash of the address, which is kept nowhere. */
  _id: string;
  createdAt: Date;
}

export const mailStopSchema = new Schema<MailStop>(
  { _id: { type: String, required: true }, createdAt: { type: Date, required: true } },
  { versionKey: false },
);

declareNoMemberData(
  mailStopSchema,
  'Found by a keyed hash of an address only, and by nobody who does not know it.',
);
