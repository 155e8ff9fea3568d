import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

/** All that one member has in one Panda: the sum of their open stakes, moved with each of them (D35). */
export interface BackingDoc {
  _id: ObjectId;
  pandaId: ObjectId;
  backerId: ObjectId;
  /** Hundredths. */
  amount: number;
  /** Whether it is counted in the quotient: the Panda's owner never is, others once their address is confirmed (D7, D38). */
  standing: 'owner' | 'unconfirmed' | 'confirmed';
  /** When it began to count. Absent from those that do not, and from those older than this field. */
  confirmedAt?: Date;
}

export const backingSchema = new Schema<BackingDoc>(
  {
    pandaId: { type: Schema.Types.ObjectId, required: true },
    backerId: { type: Schema.Types.ObjectId, required: true },
    amount: { type: Number, required: true },
    standing: { type: String, enum: ['owner', 'unconfirmed', 'confirmed'], required: true },
    confirmedAt: { type: Date },
  },
  { versionKey: false },
);
backingSchema.index({ pandaId: 1, backerId: 1 }, { unique: true });
backingSchema.index({ backerId: 1, standing: 1 });
backingSchema.index({ confirmedAt: -1, pandaId: 1 });

declareMemberData(backingSchema, {
  traces: [{ find: ({ id }) => ({ backerId: id }), exported: null, erase: 'delete' }],
  withheld: "The sum of the member's stakes, which are exported.",
});
