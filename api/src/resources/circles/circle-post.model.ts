import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

/** A text that a member posts in a circle (D68). */
export interface CirclePostDoc {
  _id: ObjectId;
  circleId: ObjectId;
  authorId: ObjectId;
  text: string;
  createdAt: Date;
  /** When moderators removed the post: nobody sees it until they restore it (D23). */
  removedAt?: Date;
}

export const circlePostSchema = new Schema<CirclePostDoc>({
  circleId: { type: Schema.Types.ObjectId, required: true },
  authorId: { type: Schema.Types.ObjectId, required: true },
  text: { type: String, required: true },
  createdAt: { type: Date, required: true },
  removedAt: { type: Date },
});
circlePostSchema.index({ circleId: 1, createdAt: -1, _id: -1 });
circlePostSchema.index({ authorId: 1 });

declareMemberData(circlePostSchema, {
  traces: [
    {
      find: ({ id }) => ({ authorId: id }),
      exported: {
        as: 'circleNotices',
        fields: { id: '_id', circleId: 'circleId', text: 'text', createdAt: 'createdAt' },
      },
      erase: 'delete',
    },
  ],
  withheld: { authorId: 'the member', removedAt: 'the moderators’ own' },
});
