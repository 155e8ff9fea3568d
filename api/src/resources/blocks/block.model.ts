import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

/** One member blocks another one (D23). */
export interface BlockDoc {
  _id: ObjectId;
  /** Both ids, the smaller first: one query finds blocks in either direction, which hide both members alike. */
  pair: string;
  blockerId: ObjectId;
  blockedId: ObjectId;
  /** The blocked member's names as the blocker saw them at that time; null if the member was invisible. */
  username: string | null;
  name: string | null;
  createdAt: Date;
}

export const blockSchema = new Schema<BlockDoc>({
  pair: { type: String, required: true },
  blockerId: { type: Schema.Types.ObjectId, required: true },
  blockedId: { type: Schema.Types.ObjectId, required: true },
  username: { type: String, default: null },
  name: { type: String, default: null },
  createdAt: { type: Date, required: true },
});
blockSchema.index({ pair: 1, blockerId: 1 }, { unique: true });
blockSchema.index({ blockerId: 1, createdAt: -1, _id: -1 });
blockSchema.index({ blockedId: 1 });

declareMemberData(blockSchema, {
  traces: [
    {
      find: ({ id }) => ({ blockerId: id }),
      exported: {
        as: 'blocks',
        fields: { memberId: 'blockedId', username: 'username', name: 'name', createdAt: 'createdAt' },
      },
      erase: 'delete',
    },
    // Blocked members do not learn of the block (D23).
    { find: ({ id }) => ({ blockedId: id }), exported: null, erase: 'delete' },
  ],
  withheld: { _id: 'nothing else names it', pair: 'both ids again', blockerId: 'the member' },
});
