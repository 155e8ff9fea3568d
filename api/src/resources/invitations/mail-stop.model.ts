import { Schema } from 'mongoose';
import { declareNoMemberData } from '../../database/member-data.ts';

/** An address that has unsubscribed from invitations. */
export interface MailStop {
  /** HMAC of the address; the address itself is not stored. */
  _id: string;
  createdAt: Date;
}

export const mailStopSchema = new Schema<MailStop>({
  _id: { type: String, required: true },
  createdAt: { type: Date, required: true },
});

declareNoMemberData(
  mailStopSchema,
  'Found by a keyed hash of an address only, and by nobody who does not know it.',
);
