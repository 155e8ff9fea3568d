import { Schema } from 'mongoose';
import { type Clock, day, isIn, startedWithin } from '../../clock.ts';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';
import { serverLimits } from '../../limits.ts';

/** A request to join an invite circle (D29), deleted when its asker joins. */
export interface CircleRequestDoc {
  _id: ObjectId;
  circleId: ObjectId;
  userId: ObjectId;
  status: 'pending' | 'declined';
  note: string;
  createdAt: Date;
  declinedAt: Date | null;
}

export const circleRequestSchema = new Schema<CircleRequestDoc>({
  circleId: { type: Schema.Types.ObjectId, required: true },
  userId: { type: Schema.Types.ObjectId, required: true },
  status: { type: String, enum: ['pending', 'declined'], required: true },
  note: { type: String, default: '' },
  createdAt: { type: Date, required: true },
  declinedAt: { type: Date, default: null },
});
circleRequestSchema.index({ userId: 1, circleId: 1 }, { unique: true });
circleRequestSchema.index({ circleId: 1, status: 1, createdAt: -1, _id: -1 });

/** Whether a request looks pending to its asker: declines are silent, so a declined one does for thirty days. */
export function looksPending(
  { status, declinedAt }: Pick<CircleRequestDoc, 'status' | 'declinedAt'>,
  clock: Clock,
): boolean {
  return (
    status === 'pending' ||
    (declinedAt !== null && isIn(declinedAt, startedWithin(clock, serverLimits.circles.askAgainDays * day)))
  );
}

declareMemberData(circleRequestSchema, {
  traces: [
    {
      find: ({ id }) => ({ userId: id }),
      exported: {
        as: 'circleRequests',
        fields: { circleId: 'circleId', note: 'note', createdAt: 'createdAt' },
      },
      erase: 'delete',
    },
  ],
  withheld: {
    _id: 'nothing else names it',
    userId: 'the member',
    status: 'would reveal a silent decline',
    declinedAt: 'would reveal a silent decline',
  },
});
