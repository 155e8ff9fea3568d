import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

/** A ban of a member from a circle (D32), deleted when it is lifted. */
export interface CircleBanDoc {
  _id: ObjectId;
  circleId: ObjectId;
  userId: ObjectId;
  createdAt: Date;
}

export const circleBanSchema = new Schema<CircleBanDoc>({
  circleId: { type: Schema.Types.ObjectId, required: true },
  userId: { type: Schema.Types.ObjectId, required: true },
  createdAt: { type: Date, required: true },
});
circleBanSchema.index({ userId: 1, circleId: 1 }, { unique: true });
circleBanSchema.index({ circleId: 1, createdAt: -1, _id: -1 });

declareMemberData(circleBanSchema, {
  traces: [
    {
      find: ({ id }) => ({ userId: id }),
      exported: { as: 'circleBans', fields: { circleId: 'circleId', createdAt: 'createdAt' } },
      erase: 'delete',
    },
  ],
  withheld: { _id: 'nothing else names it', userId: 'the member' },
});
