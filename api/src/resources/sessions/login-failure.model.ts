import { Schema } from 'mongoose';
import { declareNoMemberData } from '../../database/member-data.ts';

/** A counter of failed password attempts for an account, from one network, one device or anywhere. */
export interface LoginFailure {
  /** Hash of the account and, if counted separately, of the network or device. */
  _id: string;
  /** Attempts, incremented before the password is checked and decremented when it is right. */
  count: number;
  /** Random id of the last accepted attempt: a caller that reads its own id here was accepted. */
  lastTry: string;
  /** Earliest time of the next attempt. */
  nextAt: Date;
  /** End of the counting window, when the counter resets. */
  endsAt: Date;
}

export const loginFailureSchema = new Schema<LoginFailure>({
  _id: { type: String, required: true },
  count: { type: Number, required: true },
  lastTry: { type: String, required: true },
  nextAt: { type: Date, required: true },
  endsAt: { type: Date, required: true },
});
loginFailureSchema.index({ endsAt: 1 }, { expireAfterSeconds: 0 });

declareNoMemberData(loginFailureSchema, 'Found by a hash only, and gone when its window ends.');
