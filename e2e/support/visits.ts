import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { newPerson, type Person } from './browser.ts';
import { whenLoaded } from './changed-versions.ts';
import { frameThere } from './steps.ts';

/** Makes a version respond slowly to clicks and throw on double clicks, in browsers only: prerendering has no document. */
export const slowAndThrowing = whenLoaded(`
  globalThis.document?.addEventListener('click', () => {
    const until = performance.now() + 700;
    while (performance.now() < until);
  });
  globalThis.document?.addEventListener('dblclick', () => {
    throw new Error('Thrown by the canary');
  });
`);

/** Simulates visitors of the circles page on a site with visit metrics (`TRUSTED_PROXY_HOPS=1`), and reads the metrics. */
export function visitsOf(origin: string, browser: Browser) {
  /** Sum of a metric's values whose name and labels match. */
  async function counted(pattern: string): Promise<number> {
    const text = await (await fetch(`${origin}/metrics`)).text();
    const counts = text.matchAll(new RegExp(`^frens_${pattern} (\\d+)$`, 'gm'));
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  }
  /** Number of web vital reports of a version, with one rating or any. */
  const told = (version: string, vital: string, rating = '[^"]+') =>
    counted(
      `version_vitals\\{version="${version}",composition="[0-9a-f]+",vital="${vital}",rating="${rating}"\\}`,
    );
  const arrived = () =>
    counted('http_request_duration_seconds_count\\{route="POST /api/composition/visits",status="200"\\}');

  /** Number of reports that a version threw while its page kept running. */
  const threw = (version: string) =>
    counted(`version_failures\\{version="${version}",composition="[0-9a-f]+",code="REMOTE-106"\\}`);

  let networks = 0;
  let reports = 0;
  /** Opens the circles as a new visitor, acts and leaves; resolves when the report has arrived. */
  async function opens(part: number, actAndLeave: (at: Person) => Promise<void>): Promise<void> {
    networks += 1;
    const headers = { 'X-Forwarded-For': `198.51.100.${networks}` };
    const person = await newPerson(browser, origin, { extraHTTPHeaders: headers });
    await person.context.addCookies([{ name: 'part', value: String(part), url: origin }]);
    // The prerendered page shows before it starts measuring.
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
    /** Makes the version throw, then leaves. */
    async makesItThrow(person: Person): Promise<void> {
      person.expectProblem(/Thrown by the canary/);
      const reported = person.page.waitForResponse(`${origin}/api/composition/reports`);
      await person.page.getByRole('heading', { level: 1 }).dispatchEvent('dblclick');
      expect((await reported).status()).toBe(204);
      // A failure reports its visit at once; leaving reports the measurements.
      reports += 1;
      await leaves(person);
    },
  };
}

/** Leaves the page. */
export async function leaves({ page }: Person): Promise<void> {
  await page.goto('about:blank');
}
/** Clicks where the response is slow, and leaves. */
export async function clicksAndLeaves({ page }: Person): Promise<void> {
  await page.getByRole('heading', { level: 1 }).click();
  // Waits for the browser's event entry, which follows the next paint.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          if (list.getEntries().some(({ duration }) => duration > 500)) resolve();
        });
        observer.observe({ type: 'event', buffered: true });
      }),
  );
  // Playwright drops the extra headers of a page that is really left, and the five reports must come from five addresses.
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
}
