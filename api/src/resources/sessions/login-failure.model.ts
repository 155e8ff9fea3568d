import { Schema } from 'mongoose';
import { declareNoMemberData } from '../../database/member-data.ts';

/** How often a password was tried for an account and was not right, from one network or from anywhere. */
export interface LoginFailure {
  /** Hash of the account and, if counted per network, of the network. */
  _id: string;
  /** Tries, counted before the password is looked at and given back when it is right. */
  count: number;
  /** The last try that was let through: who finds their own name here was. */
  lastTry: string;
  /** The next try may come from here on. */
  nextAt: Date;
  /** The window of counting ends and all is forgiven. */
  endsAt: Date;
}

export const loginFailureSchema = new Schema<LoginFailure>(
  {
    _id: { type: String, required: true },
    count: { type: Number, required: true },
    lastTry: { type: String, required: true },
    nextAt: { type: Date, required: true },
    endsAt: { type: Date, required: true },
  },
  { versionKey: false },
);
loginFailureSchema.index({ endsAt: 1 }, { expireAfterSeconds: 0 });

declareNoMemberData(loginFailureSchema, 'Found by a hash only, and gone when its window ends.');
