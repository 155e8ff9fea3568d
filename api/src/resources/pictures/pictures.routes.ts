import { type PictureSize, readPictureFile } from '@frens/contract/picture-files';
import { notFound } from '../../errors.ts';
import { defineResource } from '../../resource.ts';
import { findHidden } from '../account-deletion/find-hidden.ts';
import { memberKey } from '../members/user.model.ts';
import { presentSelfOf } from '../visibility/self.presenter.ts';
import { removePicture, setPicture } from './change-picture.ts';
import type { Picture } from './picture.model.ts';
import { shapePicture } from './shape-picture.ts';

export const pictures = defineResource((on) => {
  on('POST /api/users/me/image', async ({ upload, caller: { user }, services, transact }) => {
    // Decodes before the transaction: decoding is slow, and would hold it open.
    const shaped = await shapePicture(upload.bytes);
    return transact(
      { lockKeys: [memberKey(user._id)], run: () => setPicture(services, user._id, shaped) },
      () => presentSelfOf(services, user._id),
    );
  });

  on('DELETE /api/users/me/image', async ({ caller: { user }, services, transact }) =>
    transact({ lockKeys: [memberKey(user._id)], run: () => removePicture(services, user._id) }, () =>
      presentSelfOf(services, user._id),
    ),
  );

  on('GET /media/pictures/:file', async ({ params, services }) => {
    const file = readPictureFile(params.file);
    if (!file) throw notFound();
    const { name, size } = file;
    const picture = await services.db.models.Picture.findOne({ name }).select<
      Pick<Picture, '_id' | PictureSize>
    >(size);
    if (!picture || (await findHidden(services, [picture._id])).size > 0) throw notFound();
    return { type: 'image/webp', version: `${name}-${size}`, isPinned: true, read: () => picture[size] };
  });
});
