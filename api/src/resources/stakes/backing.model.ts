import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

/** One member's backing of one Panda: the denormalised sum of their open stakes (D35). */
export interface BackingDoc {
  _id: ObjectId;
  pandaId: ObjectId;
  backerId: ObjectId;
  /** Hundredths. */
  amount: number;
  /** Only `confirmed` counts in the quotient: the backer has a confirmed address and does not own the Panda (D7, D38). */
  standing: 'owner' | 'unconfirmed' | 'confirmed';
  /** When it began to count. Absent while it does not count, and from backings older than this field. */
  confirmedAt?: Date;
}

export const backingSchema = new Schema<BackingDoc>({
  pandaId: { type: Schema.Types.ObjectId, required: true },
  backerId: { type: Schema.Types.ObjectId, required: true },
  amount: { type: Number, required: true },
  standing: { type: String, enum: ['owner', 'unconfirmed', 'confirmed'], required: true },
  confirmedAt: { type: Date },
});
backingSchema.index({ pandaId: 1, backerId: 1 }, { unique: true });
backingSchema.index({ backerId: 1, standing: 1 });
backingSchema.index({ confirmedAt: -1, pandaId: 1 });

declareMemberData(backingSchema, {
  traces: [{ find: ({ id }) => ({ backerId: id }), exported: null, erase: 'delete' }],
  withheld: "The sum of the member's stakes, which are exported.",
});
