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
const mutex = createKeyedMutex();
let pending = 0;

/**
 * Re-encodes an uploaded picture in both sizes: rotated upright, cropped to a centred square, in sRGB, without metadata.
 * A mutex allows one decoder at a time, because it occupies one of libuv's four threads; further uploads queue.
 *
 * @param signal aborts the wait, or the work before its next step; by default the request's signal
 * @throws {AppError} 400 on the field `image` unless the bytes are an intact JPEG, PNG or WebP of at most 25 megapixels
 *   and a hundred scans; 503 when the queue is full, or decoding ran out of time
 */
export async function shapePicture(bytes: Buffer, signal = requestContext()?.signal): Promise<ShapedPicture> {
  if (!isPicture(bytes)) throw invalidField('image', 'validation.picture.type');
  // Cameras write about ten scans; a small file with a thousand would block the only decoder.
  if (isJpeg(bytes) && countScans(bytes) > maxScans) throw invalidField('image', 'validation.picture.broken');
  if (pending > queued) throw busy(1, new Error('The queue of pictures is full.'));
  pending += 1;
  try {
    return await aside(mutex.runExclusive(['picture'], () => decode(bytes, signal), signal));
  } finally {
    pending -= 1;
  }
}

async function decode(bytes: Buffer, signal?: AbortSignal): Promise<ShapedPicture> {
  const sharp = await loadSharp();
  // `error` refuses truncated files, but not the small errors that cameras make. sharp decodes the first frame of an animation.
  const options: SharpOptions = { failOn: 'error', limitInputPixels: false };
  const size = { width: pictureSizes.large, height: pictureSizes.large };
  let width: number;
  let height: number;
  try {
    ({ width, height } = await sharp(bytes, options).metadata());
  } catch (cause) {
    throw toDecodeError(cause);
  }
  // The size comes from the header: nothing is decoded yet.
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
    throw toDecodeError(cause);
  }
  signal?.throwIfAborted();
  const pixels = () => sharp(square, { raw: { ...size, channels: 4 } });
  return {
    large: await pixels().webp({ quality: 82 }).toBuffer(),
    small: await pixels().resize(pictureSizes.small).webp({ quality: 82 }).toBuffer(),
  };
}

/** Maps a decoder failure to 400 for a damaged file, or to 503 when sharp ran out of time or memory before it could tell. */
export function toDecodeError(cause: unknown): AppError {
  if (/^timeout|out of memory|unable to allocate/i.test((cause as Error).message)) return busy(5, cause);
  return invalidField('image', 'validation.picture.broken', cause);
}

/** Loads sharp lazily, and unblocks only three of its decoders to keep the attack surface small. */
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
