import { Schema } from 'mongoose';
import { day } from '../../clock.ts';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

/** The quotient that a Panda had at the end of a day on which it changed (D38). */
export interface PandaPoint {
  _id: ObjectId;
  pandaId: ObjectId;
  /** Midnight UTC, at which the day began. */
  day: Date;
  /** In tenths. */
  quotient: number;
}

/** What a Panda's quotient means as a point of a day. */
export function pointOf(quotient: string, at: Date): Pick<PandaPoint, 'day' | 'quotient'> {
  return { day: new Date(at.getTime() - (at.getTime() % day)), quotient: Math.round(10 * Number(quotient)) };
}

export const pandaPointSchema = new Schema<PandaPoint>(
  {
    pandaId: { type: Schema.Types.ObjectId, required: true },
    day: { type: Date, required: true },
    quotient: { type: Number, required: true },
  },
  { versionKey: false },
);
pandaPointSchema.index({ pandaId: 1, day: -1 }, { unique: true });

declareMemberData(pandaPointSchema, {
  traces: [
    {
      find: ({ pandaId }) => ({ pandaId }),
      exported: { as: 'pandaScores', fields: { day: 'day', tenths: 'quotient' } },
      erase: 'delete',
    },
  ],
  withheld: { _id: 'says nothing', pandaId: 'the Panda, which is exported' },
});
