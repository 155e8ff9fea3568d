import { createRequire } from 'node:module';
import sharp from 'sharp';

// Playwright bundles pixelmatch. This entry is undocumented: the test beside this file fails if it changes (docs/decisions/0312).
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

/** A difference between two screenshots: the rows around it from both, and the same rows with each differing pixel in red. */
export interface Difference {
  /** How many pixels differ. */
  pixels: number;
  before: Buffer;
  after: Buffer;
  difference: Buffer;
}

/** Tolerates one step of a channel, as at rounded edges of the same page, but not two steps of all three channels. */
const threshold = 0.0075;

/** How many equal rows are shown above and below. */
const margin = 60;

/** Rows of an image, three bytes a pixel. */
interface Pixels {
  width: number;
  height: number;
  data: Buffer;
}

async function readPixels(png: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** Compressed lightly: more would take longer than the comparison itself. */
function writePng({ width, height, data }: Pixels): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 2 })
    .toBuffer();
}

/**
 * Compares two screenshots pixel by pixel, ignoring anti-aliasing. Any other colour change counts, because the same browser drew both.
 *
 * @returns null when they are equal
 */
export async function compareScreenshots(before: Buffer, after: Buffer): Promise<Difference | null> {
  const rows = await readDifferingRows(before, after);
  if (!rows) return null;
  const [old, fresh] = await Promise.all([writePng(rows.before), writePng(rows.after)]);
  const result = comparePng(fresh, old, { threshold });
  if (!result?.diff) return null;
  const pixels = countMarked(await readPixels(result.diff));
  return pixels === 0 ? null : { pixels, before: old, after: fresh, difference: result.diff };
}

/**
 * Compares two screenshots of one page, which was laid out once, so their anti-aliasing is equal: every pixel counts that differs by more
 * than one step of a channel. Several times faster than comparing two pages.
 *
 * @returns null when they are equal
 */
export async function compareScreenshotsOfOnePage(before: Buffer, after: Buffer): Promise<Difference | null> {
  const rows = await readDifferingRows(before, after);
  if (!rows) return null;
  const [old, fresh] = [rows.before.data, rows.after.data];
  const marked: Pixels = { ...rows.after, data: Buffer.alloc(fresh.length, 255) };
  const differsAt = (at: number) => Math.abs((old[at] ?? 0) - (fresh[at] ?? 0)) > 1;
  let pixels = 0;
  for (let at = 0; at < fresh.length; at += 3)
    if (differsAt(at) || differsAt(at + 1) || differsAt(at + 2)) {
      marked.data[at + 1] = marked.data[at + 2] = 0;
      pixels += 1;
    }
  if (pixels === 0) return null;
  const [oldPng, freshPng, difference] = await Promise.all([rows.before, rows.after, marked].map(writePng));
  // Safe: three images go in.
  return { pixels, before: oldPng, after: freshPng, difference } as Difference;
}

/** The rows from the first to the last difference, with a margin. Rows that one side lacks are grey, a colour that no page has. */
async function readDifferingRows(
  before: Buffer,
  after: Buffer,
): Promise<{ before: Pixels; after: Pixels } | null> {
  if (before.equals(after)) return null;
  const [old, fresh] = await Promise.all([readPixels(before), readPixels(after)]);
  const height = Math.max(old.height, fresh.height);
  const common = Math.min(old.height, fresh.height);
  const bytes = fresh.width * 3;
  const isSame = (row: number) =>
    row < common &&
    old.data.compare(fresh.data, row * bytes, (row + 1) * bytes, row * bytes, (row + 1) * bytes) === 0;
  let [top, end] = [0, height];
  while (top < height && isSame(top)) top += 1;
  if (top === height) return null;
  while (isSame(end - 1)) end -= 1;
  const first = Math.max(0, top - margin);
  const last = Math.min(height, end - 1 + margin);
  const cut = ({ width, data }: Pixels): Pixels => {
    const rows = data.subarray(first * bytes, last * bytes);
    const missing = Buffer.alloc((last - first) * bytes - rows.length, 128);
    return { width, height: last - first, data: missing.length > 0 ? Buffer.concat([rows, missing]) : rows };
  };
  return { before: cut(old), after: cut(fresh) };
}

/** Counts the pixels that the comparison has marked. */
function countMarked({ data }: Pixels): number {
  let count = 0;
  for (let at = 0; at < data.length; at += 3)
    if (data[at] === 255 && data[at + 1] === 0 && data[at + 2] === 0) count += 1;
  return count;
}
