import { randomBytes } from 'node:crypto';
import { picturePath } from '@frens/contract/picture-files';
import type { ObjectId } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { ShapedPicture } from './shape-picture.ts';

/** Replaces a member's picture, in the caller's transaction. */
export async function setPicture(
  { db: { models }, clock }: Services,
  _id: ObjectId,
  shaped: ShapedPicture,
): Promise<void> {
  const name = randomBytes(16).toString('hex');
  await models.Picture.replaceOne({ _id }, { name, ...shaped, createdAt: clock.now() }, { upsert: true });
  const { matchedCount } = await models.User.updateOne({ _id }, { profileImage: picturePath(name) });
  // The account was erased meanwhile: failing rolls the picture back.
  if (matchedCount === 0) throw notFound();
}

/** Deletes a member's picture and its files, in the caller's transaction. */
export async function removePicture({ db: { models } }: Services, _id: ObjectId): Promise<void> {
  await models.Picture.deleteOne({ _id });
  await models.User.updateOne({ _id }, { profileImage: '' });
}
