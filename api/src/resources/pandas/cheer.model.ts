import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

/** A member's cheer for an entry of a Panda's timeline (D43). The entry's `cheers` is the denormalised count. */
export interface CheerDoc {
  _id: ObjectId;
  contentId: ObjectId;
  memberId: ObjectId;
  createdAt: Date;
}

export const cheerSchema = new Schema<CheerDoc>({
  contentId: { type: Schema.Types.ObjectId, required: true },
  memberId: { type: Schema.Types.ObjectId, required: true },
  createdAt: { type: Date, required: true },
});
cheerSchema.index({ contentId: 1, memberId: 1 }, { unique: true });
cheerSchema.index({ memberId: 1 });

declareMemberData(cheerSchema, {
  traces: [
    {
      find: ({ id }) => ({ memberId: id }),
      exported: { as: 'cheers', fields: { contentId: 'contentId', createdAt: 'createdAt' } },
      erase: 'delete',
    },
  ],
  withheld: { _id: 'says nothing', memberId: 'the member' },
});
