import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { rootDir } from './site.ts';
import { isLongRun } from './smoke-cases.ts';

/** Folder of screenshots, null by default: no test reads them and they double the run time. Enable with `PICTURES=1 npm run e2e`. */
const pictures = process.env.PICTURES === '1' ? path.join(rootDir, 'e2e/screenshots') : null;
/** Widths in which screens are checked, in CSS pixels. */
export const desktop = 1280;
export const phone = 375;
const themes = ['light', 'dark'] as const;

/** Themes checked in a width: one, or both for screenshots and in `npm run test:long`. */
function themesAt(width: number): readonly (typeof themes)[number][] {
  if (pictures || isLongRun) return themes;
  // Story tests cover wide/light and narrow/dark (docs/decisions/0033); together that makes all four combinations.
  return width === desktop ? ['dark'] : ['light'];
}

/** axe, injected into each page. The minified build halves transfer and parse time. */
const checker = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** axe violations of the current page, one line each. */
async function faults(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate(() => {
    // Safe: the library was injected before.
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    // No enabled rule reads stylesheets or media files.
    return axe.run(document, { resultTypes: ['violations'], preload: false });
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
  );
}

/** Waits for animations to end: intermediate colours would fail the contrast check. Running ones ignore a later reduced-motion setting. */
async function rest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // A cancelled animation has ended, too.
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Maximum height of a screenshot, in pixels: long lists repeat themselves. */
const tallestPicture = 3_000;

/**
 * Checks an open screen in every width. @returns problems
 *
 * @param withFaults whether axe runs as well
 */
export async function look(
  page: Page,
  name: string,
  widths = [desktop, phone],
  withFaults = true,
): Promise<string[]> {
  if (pictures) await mkdir(pictures, { recursive: true });
  // The shell renders before the page's content, so wait for its heading.
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
