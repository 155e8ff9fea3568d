import { randomBytes } from 'node:crypto';
import { picturePath } from '@frens/contract/picture-files';
import type { ObjectId } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { ShapedPicture } from './shape-picture.ts';

/** Gives a member a picture in place of the one they had. Part of a transaction. */
export async function setPicture(
  { db: { models }, clock }: Services,
  _id: ObjectId,
  shaped: ShapedPicture,
): Promise<void> {
  const name = randomBytes(16).toString('hex');
  await models.Picture.replaceOne({ _id }, { name, ...shaped, createdAt: clock.now() }, { upsert: true });
  const { matchedCount } = await models.User.updateOne({ _id }, { profileImage: picturePath(name) });
  // Whoever has ended meanwhile leaves no picture behind.
  if (matchedCount === 0) throw notFound();
}

/** Takes a member's picture away, with all that is kept of it. Part of a transaction. */
export async function removePicture({ db: { models } }: Services, _id: ObjectId): Promise<void> {
  await models.Picture.deleteOne({ _id });
  await models.User.updateOne({ _id }, { profileImage: '' });
}
