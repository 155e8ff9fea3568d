import { isV2Path } from '@frens/contract/frames';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { addressOf, builtPages } from '../support/pages.ts';
import { desktop, phone } from '../support/screenshots.ts';
import { isLongRun, smokeCases } from '../support/smoke-cases.ts';
import { signIn } from '../support/steps.ts';

// Answers come one after the other, and none of them may push away what somebody is about to press.

/** How far a page may move in all, as Chromium's layout shift counts it (share of the window that moved × share of its height that it moved by). The field calls up to 0.1 good. */
const mostShift = 0.02;

/** Every day the pages that wait for most answers. */
const waiting = ['/dashboard', '/panda/:pandaId'];
const pages = smokeCases(
  // Twins in the older frame have the same pages in them.
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
  // A machine without Arial has nothing that a fallback could be fitted to: here what moves is what was loaded, not letters.
  await member.context.route('**/*.woff2', (route) => route.abort());
  await member.context.addInitScript(() => {
    // As in a browser that keeps nothing of what the pages have found out before.
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

/** Lets each answer of the API come a while after the one before, as on a slow line. */
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
    /** Waits until no answer is on its way, nor asked for. */
    async untilThere(page: Page) {
      await page.locator('main h1').first().waitFor();
      do await page.waitForTimeout(100);
      while (traffic.open > 0 || Date.now() - traffic.last < quietMs);
    },
  };
}

// What moves on a wide page moves on a narrow one, where all stands in one column; the reverse is looked at by `npm run test:long`.
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
