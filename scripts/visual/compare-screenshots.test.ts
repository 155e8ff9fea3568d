import sharp from 'sharp';
import { expect, it } from 'vitest';
import { compareScreenshots, compareScreenshotsOfOnePage } from './compare-screenshots.ts';

const paper = { r: 251, g: 248, b: 241 };

/** A page with a coloured square. */
function draw(
  square: { r: number; g: number; b: number },
  { height = 400, top = 200 } = {},
): Promise<Buffer> {
  return sharp({ create: { width: 100, height, channels: 3, background: paper } })
    .composite([
      { input: { create: { width: 20, height: 20, channels: 3, background: square } }, left: 40, top },
    ])
    .png()
    .toBuffer();
}
const green = { r: 43, g: 122, b: 75 };

it('finds nothing between equal screenshots, nor where an edge differs by one step of a channel', async () => {
  expect(await compareScreenshots(await draw(green), await draw(green))).toBe(null);
  expect(await compareScreenshots(await draw(green), await draw({ ...green, r: 44 }))).toBe(null);
});

it('finds a colour that nobody would see to differ', async () => {
  expect(await compareScreenshots(await draw(green), await draw({ r: 45, g: 124, b: 77 }))).not.toBe(null);
});

it('finds what has moved, and shows the rows around it', async () => {
  const found = await compareScreenshots(await draw(green), await draw(green, { top: 210 }));
  const { width, height } = await sharp(found?.difference).metadata();
  // 30 rows that differ, partly or entirely, and 60 above and below.
  expect([width, height]).toEqual([100, 30 + 2 * 60 - 1]);
  // Ten rows of the old square, and ten of the new one.
  expect(found?.pixels).toBe(2 * 10 * 20);
  expect((await sharp(found?.before).metadata()).height).toBe(height);
});

it('finds what has been added below', async () => {
  const found = await compareScreenshots(await draw(green), await draw(green, { height: 500 }));
  expect((await sharp(found?.after).metadata()).height).toBe(100 + 60);
});

it('finds in two screenshots of one page each pixel that differs by more than a step of a channel', async () => {
  expect(await compareScreenshotsOfOnePage(await draw(green), await draw({ ...green, r: 44 }))).toBe(null);
  const found = await compareScreenshotsOfOnePage(await draw(green), await draw({ ...green, r: 45 }));
  expect(found?.pixels).toBe(20 * 20);
  expect((await sharp(found?.difference).metadata()).height).toBe(20 + 2 * 60 - 1);
});
