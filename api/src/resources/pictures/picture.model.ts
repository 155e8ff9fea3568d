import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

/** A member's picture. Its id is the member's id, so a member has at most one. */
export interface Picture {
  _id: ObjectId;
  /** Random, so that the address cannot be guessed; every new picture has a new name. */
  name: string;
  /** WebP files of both sizes (`@frens/contract/picture-files`). */
  large: Buffer;
  small: Buffer;
  createdAt: Date;
}

export const pictureSchema = new Schema<Picture>({
  _id: { type: Schema.Types.ObjectId, required: true },
  name: { type: String, required: true },
  large: { type: Buffer, required: true },
  small: { type: Buffer, required: true },
  createdAt: { type: Date, required: true },
});
pictureSchema.index({ name: 1 }, { unique: true });

declareMemberData(pictureSchema, {
  traces: [
    {
      find: ({ id }) => ({ _id: id }),
      exported: {
        as: 'picture',
        fields: {
          createdAt: 'createdAt',
          // A data URL, which any browser opens.
          image: { of: 'large', value: ({ large }) => `data:image/webp;base64,${large.toString('base64')}` },
        },
      },
      erase: 'delete',
    },
  ],
  withheld: { _id: 'the member', name: 'stands in the profile', small: 'the same picture again' },
});
