import { isV2Path } from '@frens/contract/frames';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { addressOf, builtPages } from '../support/pages.ts';
import { desktop, phone } from '../support/screenshots.ts';
import { isLongRun, smokeCases } from '../support/smoke-cases.ts';
import { signIn } from '../support/steps.ts';

// Responses arrive one after another, and none may shift what somebody is about to press.

/** Maximum layout shift of a page, in Chromium's score (area moved × distance moved, as shares of the viewport); up to 0.1 counts as good. */
const mostShift = 0.02;

/** The daily run covers the pages with the most requests. */
const waiting = ['/dashboard', '/panda/:pandaId'];
const pages = smokeCases(
  // Twins in the older frame have the same content.
  (await builtPages()).filter(({ path }) => !isV2Path(path)),
  ({ path }) => waiting.includes(path),
);

let site: DemoSite;
let member: Person;
let answers: ReturnType<typeof answerSlowly>;

beforeAll(async () => {
  site = await openDemoSite();
  member = await newPerson(site.browser, site.origin, { reducedMotion: 'reduce' });
  await signIn(member);
  answers = answerSlowly(member.context);
  // Without Arial no fallback can be fitted: this measures loaded content, not fonts.
  await member.context.route('**/*.woff2', (route) => route.abort());
  await member.context.addInitScript(() => {
    // As with an empty cache of what pages remember.
    localStorage.clear();
    const shifts: [number, string][] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Not in TypeScript's library.
        const { value, sources } = entry as PerformanceEntry & {
          value: number;
          sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.textContent?.slice(0, 30)} ${previousRect.top} → ${currentRect.top}`,
        );
        shifts.push([value, moved.join(' | ')]);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
});

afterAll(() => site?.close());

/** Delays each API response after the previous one, as on a slow line. */
function answerSlowly(context: BrowserContext) {
  const stepMs = 80;
  const quietMs = 400;
  const traffic = { open: 0, last: Date.now() };
  void context.route('**/api/**', async (route) => {
    traffic.open += 1;
    await new Promise((resolve) => setTimeout(resolve, traffic.open * stepMs));
    await route.continue().catch(() => {}); // The page may have gone.
    traffic.open -= 1;
    traffic.last = Date.now();
  });
  return {
    /** Waits until no response is pending. */
    async untilThere(page: Page) {
      await page.locator('main h1').first().waitFor();
      do await page.waitForTimeout(100);
      while (traffic.open > 0 || Date.now() - traffic.last < quietMs);
    },
  };
}

// What shifts on a wide page shifts on a narrow one, which has one column; the long run checks the reverse.
describe.each(isLongRun ? [desktop, phone] : [phone])('at %i px', (width) => {
  it.each(pages)('nothing jumps while $path loads', async (described) => {
    const { page } = member;
    await page.setViewportSize({ width, height: 900 });
    await page.goto(await addressOf(described, site.origin));
    await answers.untilThere(page);
    const shifts = await page.evaluate(
      () => (globalThis as unknown as { shifts: [number, string][] }).shifts,
    );
    const total = shifts.reduce((sum, [value]) => sum + value, 0);
    const told = shifts.map(([value, moved]) => `${value.toFixed(3)} ${moved}`).join('\n');
    expect(total, told).toBeLessThanOrEqual(mostShift);
  });
});
