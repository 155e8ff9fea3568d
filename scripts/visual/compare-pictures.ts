import { createRequire } from 'node:module';

/** The pixels of a picture, four bytes each. */
interface Pixels {
  width: number;
  height: number;
  data: Buffer;
}

// Playwright brings pixelmatch and a reader of PNG for its own comparisons. It does not document them: the test of this file tells when they change (docs/decisions/0312).
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
const { PNG } = require('playwright-core/lib/utilsBundle') as {
  PNG: {
    new (size: { width: number; height: number }): Pixels;
    sync: { read(png: Buffer): Pixels; write(pixels: Pixels): Buffer };
    bitblt(from: Pixels, to: Pixels, ...place: number[]): void;
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

/**
 * Compares two pictures by their pixels. What anti-aliasing draws differently is no difference; every other change of a colour is, because one browser drew
 * both.
 *
 * @returns null when there is none
 */
export function comparePictures(before: Buffer, after: Buffer): Difference | null {
  if (before.equals(after)) return null;
  const result = comparePng(after, before, { threshold });
  if (!result?.diff) return null;
  const difference = PNG.sync.read(result.diff);
  const old = PNG.sync.read(before);
  const fresh = PNG.sync.read(after);
  const common = Math.min(old.height, fresh.height);
  const counts = Array.from({ length: difference.height }, (_, row) =>
    row < common ? countRed(difference, row) : difference.width,
  );
  const rows = counts.flatMap((count, row) => (count > 0 ? [row] : []));
  const first = Math.max(0, (rows[0] ?? 0) - margin);
  const last = Math.min(difference.height, (rows.at(-1) ?? difference.height) + margin);
  const crop = (picture: Pixels) => cropRows(picture, first, last);
  const pixels = counts.reduce((sum, count) => sum + count, 0);
  return { pixels, before: crop(old), after: crop(fresh), difference: crop(difference) };
}

/** How many pixels of a row the comparison has marked. */
function countRed({ width, data }: Pixels, row: number): number {
  let count = 0;
  for (let at = row * width * 4; at < (row + 1) * width * 4; at += 4)
    if (data[at] === 255 && data[at + 1] === 0 && data[at + 2] === 0) count += 1;
  return count;
}

function cropRows(picture: Pixels, first: number, last: number): Buffer {
  const { width } = picture;
  const height = Math.max(1, last - first);
  const part = new PNG({ width, height });
  const there = Math.min(last, picture.height) - first;
  if (there > 0) PNG.bitblt(picture, part, 0, first, width, there, 0, 0);
  return PNG.sync.write(part);
}
