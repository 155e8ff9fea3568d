import { Schema } from 'mongoose';
import { day } from '../../clock.ts';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

/** A Panda's quotient at the end of a day on which it changed (D38). */
export interface PandaPoint {
  _id: ObjectId;
  pandaId: ObjectId;
  /** Start of the day, midnight UTC. */
  day: Date;
  /** In tenths. */
  quotient: number;
}

/** Converts a quotient (decimal text) to the point of its day. */
export function pointOf(quotient: string, at: Date): Pick<PandaPoint, 'day' | 'quotient'> {
  return { day: new Date(at.getTime() - (at.getTime() % day)), quotient: Math.round(10 * Number(quotient)) };
}

export const pandaPointSchema = new Schema<PandaPoint>({
  pandaId: { type: Schema.Types.ObjectId, required: true },
  day: { type: Date, required: true },
  quotient: { type: Number, required: true },
});
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
