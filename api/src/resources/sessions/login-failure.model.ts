import { Schema } from 'mongoose';

/** How often a sign-in failed for an account, from one network or from anywhere. */
export interface LoginFailure {
  /** Hash of the account's name and, if counted per network, of the network. */
  _id: string;
  count: number;
  lastAt: Date;
  /** The window of counting ends and all is forgiven. */
  endsAt: Date;
}

export const loginFailureSchema = new Schema<LoginFailure>(
  {
    _id: { type: String, required: true },
    count: { type: Number, required: true },
    lastAt: { type: Date, required: true },
    endsAt: { type: Date, required: true },
  },
  { versionKey: false },
);
loginFailureSchema.index({ endsAt: 1 }, { expireAfterSeconds: 0 });
