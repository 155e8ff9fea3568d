import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, takeBrowser } from '../support/browser.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { type Site, startSite } from '../support/site.ts';
import { mainLink } from '../support/steps.ts';

// Remote files over a slow but working line.

let folder: Awaited<ReturnType<typeof demoFolder>>;
let site: Site;
let proxy: Server;
let origin: string;
let browser: Browser;
/** Throttled throughput of scripts, in bytes per second. */
let rate = Number.POSITIVE_INFINITY;
/** Number of requests per script. */
const asked = new Map<string, number>();

async function* slowly(answer: AsyncIterable<Buffer>) {
  for await (const bytes of answer) {
    const step = Math.min(rate / 4, bytes.length);
    for (let from = 0; from < bytes.length; from += step) {
      yield bytes.subarray(from, from + step);
      if (step < bytes.length) await setTimeout(250);
    }
  }
}

beforeAll(async () => {
  folder = await demoFolder();
  site = await startSite({ dataDir: folder.dir });
  proxy = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming;
    if (url.startsWith('/remotes/')) asked.set(url, (asked.get(url) ?? 0) + 1);
    const forwarded = request(site.origin + url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (url.startsWith('/remotes/')) void pipeline(Readable.from(slowly(answer)), outgoing).catch(() => {});
      else answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  origin = `http://localhost:${(proxy.address() as AddressInfo).port}`;
  browser = await takeBrowser();
});

afterAll(async () => {
  proxy?.closeAllConnections();
  proxy?.close();
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

it('waits for files while their bytes come, however long that takes, and asks for each once', async () => {
  const { page, assertNoProblems } = await newPerson(browser, origin);
  // No prefetching: the click fetches everything.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await page.goto('/');
  await page.locator('main h1').first().waitFor();
  rate = 2_000;
  const clicked = performance.now();
  await mainLink(page, 'Vibe Quiz').click();
  await page.getByText('Lab 1 of 11').waitFor();
  // The rendered page needs none of the files; it is hydrated when they are here.
  const hydrated = () => performance.getEntriesByType('measure').some(({ name }) => name.endsWith(' mount'));
  await page.waitForFunction(hydrated, null, { timeout: 60_000 });
  expect(performance.now() - clicked).toBeGreaterThan(6_000);
  expect([...asked].filter(([, times]) => times > 1)).toEqual([]);
  assertNoProblems();
});
