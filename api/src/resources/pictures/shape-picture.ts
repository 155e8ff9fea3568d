import { pictureSizes } from '@frens/contract/picture-files';
import { isJpeg, isPicture } from '@frens/contract/picture-signatures';
import type { SharpOptions } from 'sharp';
import { createKeyedMutex } from '../../database/keyed-mutex.ts';
import { type AppError, busy, invalidField } from '../../errors.ts';
import { serverLimits } from '../../limits.ts';
import { aside, requestContext } from '../../request-context.ts';
import { countScans } from './count-scans.ts';
import type { Picture } from './picture.model.ts';

export type ShapedPicture = Pick<Picture, 'large' | 'small'>;

const { maxScans, queued, seconds } = serverLimits.picture;
const turns = createKeyedMutex();
let inHand = 0;

/**
 * Makes both forms of a picture from an uploaded file: upright, the square in its middle, sRGB, and nothing of the file
 * but its pixels. One file at a time is decoded, in one of the four threads that Node has for files; the next ones wait.
 *
 * @param signal ends the waiting, and the work before its next step; by default that of the request
 * @throws {AppError} 400 that names the field `image` when the bytes are no sound JPEG, PNG or WebP of at most 25
 *   megapixels and a hundred scans; 503 when too many wait, or there was no time to decode it
 */
export async function shapePicture(bytes: Buffer, signal = requestContext()?.signal): Promise<ShapedPicture> {
  if (!isPicture(bytes)) throw invalidField('image', 'validation.picture.type');
  // A camera writes about ten; a thousand in a few bytes would keep the one decoder from everybody else.
  if (isJpeg(bytes) && countScans(bytes) > maxScans) throw invalidField('image', 'validation.picture.broken');
  if (inHand > queued) throw busy(1, new Error('The queue of pictures is full.'));
  inHand += 1;
  try {
    return await aside(turns.runExclusive(['picture'], () => decode(bytes, signal), signal));
  } finally {
    inHand -= 1;
  }
}

async function decode(bytes: Buffer, signal?: AbortSignal): Promise<ShapedPicture> {
  const sharp = await loadSharp();
  // Cut off files are refused; what cameras write a little wrong is not. Of an animation, its first picture is taken.
  const options: SharpOptions = { failOn: 'error', limitInputPixels: false };
  const size = { width: pictureSizes.large, height: pictureSizes.large };
  let width: number;
  let height: number;
  try {
    ({ width, height } = await sharp(bytes, options).metadata());
  } catch (cause) {
    throw whyUndecoded(cause);
  }
  // The header says so: nothing has been decoded.
  if (width * height > serverLimits.picture.maxPixels)
    throw invalidField('image', 'validation.picture.pixels');
  signal?.throwIfAborted();
  let square: Buffer;
  try {
    square = await sharp(bytes, options)
      .timeout({ seconds })
      .autoOrient()
      .resize({ ...size, fit: 'cover' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer();
  } catch (cause) {
    throw whyUndecoded(cause);
  }
  signal?.throwIfAborted();
  const pixels = () => sharp(square, { raw: { ...size, channels: 4 } });
  return {
    large: await pixels().webp({ quality: 82 }).toBuffer(),
    small: await pixels().resize(pictureSizes.small).webp({ quality: 82 }).toBuffer(),
  };
}

/** The file is at fault, unless sharp ran out of time or memory: then it was not looked at to its end. */
export function whyUndecoded(cause: unknown): AppError {
  if (/^timeout|out of memory|unable to allocate/i.test((cause as Error).message)) return busy(5, cause);
  return invalidField('image', 'validation.picture.broken', cause);
}

/** Loads sharp with the first picture. Of all that it can read, it may read three kinds: what is not needed cannot be attacked. */
export function loadSharp() {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
    });
    return sharp;
  });
  return loaded;
}

let loaded: Promise<typeof import('sharp').default> | undefined;
