import { pictureSize } from '@frens/compose/server';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { sharePicture } from './share-picture.ts';

it('draws the preview image in the size that pages declare', async () => {
  const { format, width, height } = await sharp(await sharePicture()).metadata();
  expect({ format, width, height }).toEqual({ format: 'png', ...pictureSize });
});
