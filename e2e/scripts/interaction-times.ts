import path from 'node:path';
import { isV2Path } from '@frens/contract/frames';
import type { Browser, Locator } from 'playwright-core';
import { newPerson } from '../support/browser.ts';
import { addressOf, builtPages } from '../support/pages.ts';
import { demoMember, logIn } from '../support/steps.ts';

/** Time from a press or key to the next frame. */
interface Interaction {
  page: string;
  /** Name of the pressed or focused element. */
  at: string;
  ms: number;
}

const slower = 4;
const limitMs = 150;
/** Pressed on each page besides typing: controls that expand, open a menu or switch a view, without persistent effects. */
const pressable = '[role=tab], summary, [aria-expanded], [aria-haspopup], select';
const mostPresses = 6;
const field = 'main input:is([type=search], [type=text], :not([type])), main textarea';
const restMs = 400;
/** Time budget: a busy machine covers only some pages, and reports how many. */
const wholeMs = 240_000;

/** Visits all pages of a member and presses and types on each, with CPU throttling. */
async function walk(browser: Browser, origin: string): Promise<Interaction[]> {
  const { context, page } = await newPerson(browser, origin, { viewport: { width: 1280, height: 800 } });
  const found: Interaction[] = [];
  try {
    await context.addInitScript({ path: path.join(import.meta.dirname, 'bench.page.js') });
    await logIn(page, demoMember);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    const pages = (await builtPages()).filter(({ path: own }) => !isV2Path(own));
    const endsAt = Date.now() + wholeMs;
    for (const [count, built] of pages.entries()) {
      if (Date.now() > endsAt) {
        console.log(`Too slow here: only ${count} of ${pages.length} pages are looked at.`);
        break;
      }
      const address = await addressOf(built, origin);
      await page.goto(address);
      await page.waitForTimeout(2 * restMs);
      const shown = new URL(page.url()).pathname;
      const note = async (at: string, act: () => Promise<void>) => {
        await page.evaluate('benchPage.startInteractions()');
        // Skips elements that have disappeared or are covered.
        const isDone = await act().then(
          () => true,
          () => false,
        );
        if (!isDone) return;
        await page.waitForTimeout(restMs);
        const times = await page.evaluate<number[]>('benchPage.interactions()');
        found.push(...times.map((ms) => ({ page: shown, at, ms })));
      };
      for (let place = 0; place < mostPresses; place += 1) {
        const one = page.locator(pressable).filter({ visible: true }).nth(place);
        if ((await one.count()) === 0) break;
        const name = await nameOf(one);
        await note(name, () => one.click({ timeout: 1_000 }));
        await page.keyboard.press('Escape');
        if (new URL(page.url()).pathname !== shown) await page.goto(address);
      }
      const input = page.locator(field).filter({ visible: true }).first();
      if ((await input.count()) > 0)
        await note(`typing, ${await nameOf(input)}`, () => input.pressSequentially('ana', { delay: 150 }));
      const link = page.locator(`header a[href^="/"]:not([href="${shown}"]):visible`).first();
      if ((await link.count()) > 0)
        await note(`link, ${await nameOf(link)}`, () => link.click({ timeout: 1_000 }));
    }
  } finally {
    await context.close();
  }
  return found;
}

const nameOf = (one: Locator): Promise<string> =>
  one.evaluate((element) => (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 30));

/** Prints interaction times. @returns whether the 98th percentile is within the limit */
export async function reportInteractions(browser: Browser, origin: string): Promise<boolean> {
  const found = (await walk(browser, origin)).toSorted((one, other) => one.ms - other.ms);
  const share = (part: number) => found[Math.ceil(part * found.length) - 1]?.ms ?? Number.NaN;
  console.log(
    `\nFrom ${found.length} presses and keys to the next frame, processor ${slower} × slower; less than 16 ms counts as 0.`,
  );
  console.log(
    `p50 ${share(0.5)} ms, p75 ${share(0.75)}, p98 ${share(0.98)} (at most ${limitMs}), longest ${share(1)}`,
  );
  console.table(found.slice(-10).toReversed());
  return share(0.98) <= limitMs;
}
