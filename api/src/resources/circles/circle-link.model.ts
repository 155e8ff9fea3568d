import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

/** A shared invitation link into a circle, for anybody who has it (D30). Revoking deletes it. */
export interface CircleLinkDoc {
  _id: ObjectId;
  circleId: ObjectId;
  makerId: ObjectId;
  /** SHA-256 of the code, which is shown once and not stored. */
  codeHash: string;
  maxUses: number;
  /** The number of remaining uses. */
  left: number;
  createdAt: Date;
  expiresAt: Date;
}

export const circleLinkSchema = new Schema<CircleLinkDoc>({
  circleId: { type: Schema.Types.ObjectId, required: true },
  makerId: { type: Schema.Types.ObjectId, required: true },
  codeHash: { type: String, required: true },
  maxUses: { type: Number, required: true },
  left: { type: Number, required: true },
  createdAt: { type: Date, required: true },
  expiresAt: { type: Date, required: true },
});
circleLinkSchema.index({ codeHash: 1 }, { unique: true });
circleLinkSchema.index({ circleId: 1, createdAt: -1, _id: -1 });
circleLinkSchema.index({ makerId: 1 });
circleLinkSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

declareMemberData(circleLinkSchema, {
  traces: [
    {
      find: ({ id }) => ({ makerId: id }),
      exported: {
        as: 'circleLinks',
        fields: {
          circleId: 'circleId',
          maxUses: 'maxUses',
          left: 'left',
          createdAt: 'createdAt',
          expiresAt: 'expiresAt',
        },
      },
      erase: 'delete',
    },
  ],
  withheld: {
    _id: 'nothing else names it',
    makerId: 'the member',
    codeHash: 'stands for what lets people in',
  },
});
