import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { newPerson, type Person } from './browser.ts';
import { whenLoaded } from './changed-versions.ts';
import { frameThere } from './steps.ts';

/** Has a version answer a click late, and throw at a double click, in browsers: what renders its pages has no document. */
export const slowAndThrowing = whenLoaded(`
  globalThis.document?.addEventListener('click', () => {
    const until = performance.now() + 700;
    while (performance.now() < until);
  });
  globalThis.document?.addEventListener('dblclick', () => {
    throw new Error('Thrown by the canary');
  });
`);

/** People who visit the circles of a site that counts what they measured (`TRUSTED_PROXY_HOPS=1`), and what it counted. */
export function visitsOf(origin: string, browser: Browser) {
  /** The sum of what the site counts under a name and labels. */
  async function counted(pattern: string): Promise<number> {
    const text = await (await fetch(`${origin}/metrics`)).text();
    const counts = text.matchAll(new RegExp(`^frens_${pattern} (\\d+)$`, 'gm'));
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  }
  /** How many told of a web vital of a version, with one rating or any. */
  const told = (version: string, vital: string, rating = '[^"]+') =>
    counted(
      `version_vitals\\{version="${version}",composition="[0-9a-f]+",vital="${vital}",rating="${rating}"\\}`,
    );
  const arrived = () =>
    counted('http_request_duration_seconds_count\\{route="POST /api/composition/visits",status="200"\\}');

  /** How many told that a version threw while its page went on. */
  const threw = (version: string) =>
    counted(`version_failures\\{version="${version}",composition="[0-9a-f]+",code="REMOTE-106"\\}`);

  let networks = 0;
  let reports = 0;
  /** Somebody new who opens the circles, does something there and leaves; what they measured has arrived then. */
  async function opens(part: number, actAndLeave: (at: Person) => Promise<void>): Promise<void> {
    networks += 1;
    const headers = { 'X-Forwarded-For': `198.51.100.${networks}` };
    const person = await newPerson(browser, origin, { extraHTTPHeaders: headers });
    await person.context.addCookies([{ name: 'part', value: String(part), url: origin }]);
    // The page is rendered: it shows before it measures anything.
    const measures = person.page.waitForResponse(/\/measure-vitals\.\w+\.js$/);
    await person.page.goto('/groups');
    await measures;
    await frameThere(person.page);
    reports += 1;
    await actAndLeave(person);
    await expect.poll(arrived).toBe(reports);
    await person.context.close();
    person.assertNoProblems();
  }

  return {
    opens,
    told,
    threw,
    /** Has the version throw, and leaves. */
    async makesItThrow(person: Person): Promise<void> {
      person.expectProblem(/Thrown by the canary/);
      const reported = person.page.waitForResponse(`${origin}/api/composition/reports`);
      await person.page.getByRole('heading', { level: 1 }).dispatchEvent('dblclick');
      expect((await reported).status()).toBe(204);
      // Before a failure its visit is reported, and what was measured when it is left.
      reports += 1;
      await leaves(person);
    },
  };
}

/** Leaves the page. */
export async function leaves({ page }: Person): Promise<void> {
  await page.goto('about:blank');
}
/** Clicks where the answer comes late, and leaves. */
export async function clicksAndLeaves({ page }: Person): Promise<void> {
  await page.getByRole('heading', { level: 1 }).click();
  // Until the browser tells of it: that is with the paint after it.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          if (list.getEntries().some(({ duration }) => duration > 500)) resolve();
        });
        observer.observe({ type: 'event', buffered: true });
      }),
  );
  // The driver forgets the network of a page that is really left, and five must come from five.
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
}
