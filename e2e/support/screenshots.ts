import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { rootDir } from './site.ts';
import { isLongRun } from './smoke-cases.ts';

/** Where the pictures go. They take half the time of a look and no test reads them, so they are taken for who asks: `PICTURES=1 npm run e2e`. */
const pictures = process.env.PICTURES === '1' ? path.join(rootDir, 'e2e/screenshots') : null;
/** Widths that screens are looked at in, in CSS pixels. */
export const desktop = 1280;
export const phone = 375;
const themes = ['light', 'dark'] as const;

/** What is looked at in a width: in one theme, and in both for pictures and for `npm run test:long`. */
function themesAt(width: number): readonly (typeof themes)[number][] {
  if (pictures || isLongRun) return themes;
  // Stories show every screen wide in light and narrow in dark (docs/decisions/0033): together they are all four.
  return width === desktop ? ['dark'] : ['light'];
}

/** The checker as it is put into each page that is looked at: minified, it is half as much to send and to read. */
const checker = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with the page as it is, one line a fault. */
async function faults(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate(() => {
    // The library was put into the page before.
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    // No rule that is on reads the files of styles and media.
    return axe.run(document, { resultTypes: ['violations'], preload: false });
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
  );
}

/** Waits for what fades and moves to an end: half-way through, colours are other ones. What was begun goes on though less motion is asked for. */
async function rest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // One that is taken away has ended, too.
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Long lists repeat themselves: a picture ends after this many pixels. */
const tallestPicture = 3_000;

/**
 * Looks at an open screen in every width, and says what is wrong.
 *
 * @param withFaults whether axe looks for faults, too
 */
export async function look(
  page: Page,
  name: string,
  widths = [desktop, phone],
  withFaults = true,
): Promise<string[]> {
  if (pictures) await mkdir(pictures, { recursive: true });
  // The frame is there before the page in it: what is looked at has its heading.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  if (withFaults) await page.evaluate(checker);
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of themesAt(width)) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await rest(page);
      const where = `${name}-${width}-${theme}`;
      if (withFaults) found.push(...(await faults(page)).map((fault) => `${where}: ${fault}`));
      const { scrollWidth, clientWidth, scrollHeight } = await page.evaluate(() => {
        const { scrollWidth, clientWidth, scrollHeight } = document.documentElement;
        return { scrollWidth, clientWidth, scrollHeight };
      });
      if (scrollWidth > clientWidth)
        found.push(`${where}: ${scrollWidth - clientWidth} px wider than the window`);
      if (pictures) {
        await page.screenshot({
          path: path.join(pictures, `${where}.png`),
          fullPage: true,
          clip: { x: 0, y: 0, width, height: Math.min(scrollHeight, tallestPicture) },
        });
      }
    }
  }
  return found;
}
