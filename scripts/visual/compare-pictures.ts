import { createRequire } from 'node:module';
import sharp from 'sharp';

// Playwright brings pixelmatch for its own comparisons. It does not document it: the test of this file tells when it changes (docs/decisions/0312).
const require = createRequire(import.meta.url);
const { utils } = require('playwright-core/lib/coreBundle') as {
  utils: {
    getComparator(
      type: 'image/png',
    ): (
      actual: Buffer,
      expected: Buffer,
      options: { threshold: number },
    ) => { errorMessage: string; diff?: Buffer } | null;
  };
};
const comparePng = utils.getComparator('image/png');

/** What differs between two pictures of a story: the rows around it of both, and the same rows with each differing pixel in red. */
export interface Difference {
  /** How many pixels differ. */
  pixels: number;
  before: Buffer;
  after: Buffer;
  difference: Buffer;
}

/** Two pictures of the same page differ by one step of a channel at round edges. That is below; two steps of all three are above. */
const threshold = 0.0075;

/** How many rows of what is equal are shown above and below. */
const margin = 60;

/** The pixels of a picture, three bytes each. */
interface Pixels {
  width: number;
  height: number;
  data: Buffer;
}

async function readPixels(png: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/**
 * Compares two pictures by their pixels. What anti-aliasing draws differently is no difference; every other change of a colour is, because one browser drew
 * both.
 *
 * @returns null when there is none
 */
export async function comparePictures(before: Buffer, after: Buffer): Promise<Difference | null> {
  if (before.equals(after)) return null;
  const result = comparePng(after, before, { threshold });
  if (!result?.diff) return null;
  const [marked, old, fresh] = await Promise.all([
    readPixels(result.diff),
    sharp(before).metadata(),
    sharp(after).metadata(),
  ]);
  const common = Math.min(old.height, fresh.height);
  const counts = Array.from({ length: marked.height }, (_, row) =>
    row < common ? countRed(marked, row) : marked.width,
  );
  return describe(before, after, counts, result.diff);
}

/**
 * Compares two pictures of one page, which the browser laid out once: every pixel counts that differs by more than a step of a channel. Several times as fast
 * as the comparison of two pages.
 *
 * @returns null when there is none
 */
export async function comparePicturesOfOnePage(before: Buffer, after: Buffer): Promise<Difference | null> {
  if (before.equals(after)) return null;
  const [old, fresh] = await Promise.all([readPixels(before), readPixels(after)]);
  const { width, height } = fresh;
  const difference = Buffer.alloc(fresh.data.length, 255);
  const counts = Array.from({ length: height }, (_, row) => markRow(old, fresh, difference, row));
  const marked = sharp(difference, { raw: { width, height, channels: 3 } });
  return describe(before, after, counts, await marked.png(packing).toBuffer());
}

/** Draws the pixels of a row that differ in red, and counts them. */
function markRow(old: Pixels, fresh: Pixels, difference: Buffer, row: number): number {
  const [from, to] = [row * fresh.width * 3, (row + 1) * fresh.width * 3];
  if (old.data.subarray(from, to).equals(fresh.data.subarray(from, to))) return 0;
  const isStepMore = (at: number) => Math.abs((old.data[at] ?? 0) - (fresh.data[at] ?? 0)) > 1;
  let count = 0;
  for (let at = from; at < to; at += 3)
    if (isStepMore(at) || isStepMore(at + 1) || isStepMore(at + 2)) {
      difference[at + 1] = difference[at + 2] = 0;
      count += 1;
    }
  return count;
}

/** How many pixels of a row the comparison has marked. */
function countRed({ width, data }: Pixels, row: number): number {
  let count = 0;
  for (let at = row * width * 3; at < (row + 1) * width * 3; at += 3)
    if (data[at] === 255 && data[at + 1] === 0 && data[at + 2] === 0) count += 1;
  return count;
}

/** @param counts how many pixels differ, by row */
async function describe(
  before: Buffer,
  after: Buffer,
  counts: readonly number[],
  marked: Buffer,
): Promise<Difference | null> {
  const top = counts.findIndex((count) => count > 0);
  if (top === -1) return null;
  const first = Math.max(0, top - margin);
  const last = Math.min(counts.length, counts.findLastIndex((count) => count > 0) + margin);
  const crop = (png: Buffer) => cropRows(png, first, Math.max(1, last - first));
  return {
    pixels: counts.reduce((sum, count) => sum + count, 0),
    before: await crop(before),
    after: await crop(after),
    difference: await crop(marked),
  };
}

/** Not packed as tightly as it could be, which would take longer than all the rest. */
const packing = { compressionLevel: 2 };

async function cropRows(png: Buffer, top: number, height: number): Promise<Buffer> {
  const picture = sharp(png);
  const { width, height: whole } = await picture.metadata();
  const there = Math.min(height, whole - top);
  if (there <= 0)
    return sharp({ create: { width, height, channels: 3, background: '#fff' } })
      .png(packing)
      .toBuffer();
  return picture
    .extract({ left: 0, top, width, height: there })
    .extend({ bottom: height - there, background: '#fff' })
    .png(packing)
    .toBuffer();
}
