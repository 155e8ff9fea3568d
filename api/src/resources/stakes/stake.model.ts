import { limits } from '@frens/contract/limits';
import { Schema } from 'mongoose';
import { day, minute } from '../../clock.ts';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

/** An open stake: BAMBOO that a member has put on a Panda. */
export interface StakeDoc {
  _id: ObjectId;
  pandaId: ObjectId;
  stakerId: ObjectId;
  /** Hundredths. */
  amount: number;
  createdAt: Date;
}

/** When a stake can be withdrawn (D36). */
export function unlockTimeOf({ createdAt }: Pick<StakeDoc, 'createdAt'>): Date {
  return new Date(createdAt.getTime() + limits.stakes.lockedDays * day);
}

/** Whether a stake cannot be withdrawn yet. A stake dated in the future, because the clock was set back, is not locked. */
export function isLocked(stake: Pick<StakeDoc, 'createdAt'>, now: Date): boolean {
  return now < unlockTimeOf(stake) && stake.createdAt.getTime() <= now.getTime() + minute;
}

export const stakeSchema = new Schema<StakeDoc>({
  pandaId: { type: Schema.Types.ObjectId, required: true },
  stakerId: { type: Schema.Types.ObjectId, required: true },
  amount: { type: Number, required: true },
  createdAt: { type: Date, required: true },
});
stakeSchema.index({ pandaId: 1, createdAt: -1, _id: -1 });
stakeSchema.index({ stakerId: 1, createdAt: -1, _id: -1 });

declareMemberData(stakeSchema, {
  traces: [
    {
      find: ({ id }) => ({ stakerId: id }),
      exported: {
        as: 'stakes',
        fields: { id: '_id', pandaId: 'pandaId', amount: 'amount', createdAt: 'createdAt' },
      },
      erase: 'delete',
    },
  ],
  withheld: { stakerId: 'the member' },
});
