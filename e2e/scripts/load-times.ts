import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { newPerson, openBrowser } from '../support/browser.ts';
import { buildOneBundle } from '../support/one-bundle.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { median } from './median.ts';
import { followTraffic } from './traffic.ts';

// `npm run bench:load`: how the built site opens, cold, on a slow phone, beside the same site as one client-rendered bundle. The two take
// turns, so that a busy machine is busy for both; only their ratios mean something. Ends with 1 when a goal is missed.

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '9' }, help: { type: 'boolean', short: 'h', default: false } },
});
const runs = Number(values.runs);
const pages = ['/', '/groups', '/vibe-quiz', '/auth'];
/** Of the median to that of the one bundle. */
const goals = { heading: 0.95, bytes: 1.2 };
/** A phone on a slow line: bytes a second, milliseconds, times slower. */
const line = {
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
  latency: 150,
  offline: false,
};
const slower = 4;
const screen = { width: 412, height: 823 };
/** After heading and load: for the last shift and the largest paint. */
const settleMs = 1_000;

/** One opening of a page, until its heading was painted. Milliseconds, but for bytes, requests, waves and shift. */
interface Opening {
  bytes: number;
  requests: number;
  waves: number;
  heading: number;
  interactive: number;
  lcp: number;
  cls: number;
}

/** Opens a page in a browser profile of its own. */
async function open(browser: Browser, origin: string, address: string): Promise<Opening> {
  const { context, page } = await newPerson(browser, origin, { viewport: screen, isMobile: true });
  try {
    await page.addInitScript({ path: path.join(import.meta.dirname, 'bench.page.js') });
    const traffic = await slowDown(page);
    await page.goto(address);
    await page.evaluate('benchPage.load()');
    await page.waitForTimeout(settleMs);
    const times =
      await page.evaluate<Pick<Opening, 'heading' | 'interactive' | 'lcp' | 'cls'>>('benchPage.load()');
    return { ...traffic.until(times.heading), ...times };
  } finally {
    await context.close();
  }
}

async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return followTraffic(session);
}

type Results = Record<'site' | 'bundle', Opening[]>;

function middle(openings: readonly Opening[], what: keyof Opening): number {
  return median(openings.map((opening) => opening[what]));
}

/** Prints one table. @returns whether the page meets the goals */
function report(address: string, { site, bundle }: Results): boolean {
  const rows = (['bytes', 'requests', 'waves', 'heading', 'interactive', 'lcp', 'cls'] as const).map(
    (what) => {
      const [ours, theirs] = [middle(site, what), middle(bundle, what)];
      const round = (value: number) => (what === 'cls' ? value.toFixed(3) : String(Math.round(value)));
      const goal = what in goals ? goals[what as keyof typeof goals] : undefined;
      // Shift is compared as it is: of nothing there is no ratio.
      const ratio = what === 'cls' ? '' : (ours / theirs).toFixed(2);
      return { what, site: round(ours), 'one bundle': round(theirs), ratio, goal: goal ? `≤ ${goal}` : '' };
    },
  );
  console.log(`\n${address}`);
  console.table(rows);
  return rows.every(({ ratio, goal }) => goal === '' || Number(ratio) <= Number(goal.slice(2)));
}

if (values.help || !(runs >= 1)) {
  console.log('npm run bench:load -- [--runs 9]');
  process.exit(values.help ? 0 : 1);
}
const folder = await temporaryFolder();
const browser = await openBrowser();
const sites: Site[] = [];
try {
  const storeDir = await buildOneBundle(path.join(folder.dir, 'build'));
  const site = await startSite({ dataDir: path.join(folder.dir, 'site') });
  sites.push(site);
  const bundle = await startSite({ dataDir: path.join(folder.dir, 'bundle'), storeDir });
  sites.push(bundle);
  const results = new Map(pages.map((address): [string, Results] => [address, { site: [], bundle: [] }]));
  for (let run = 1; run <= runs; run += 1) {
    for (const [address, result] of results) {
      result.site.push(await open(browser, site.origin, address));
      result.bundle.push(await open(browser, bundle.origin, address));
    }
    console.log(`run ${run} of ${runs} done`);
  }
  console.log(
    `\nMedians of ${runs} cold openings each until the heading was painted; 1.6 Mbit/s, 150 ms, processor ${slower} × slower.`,
  );
  const met = [...results].map(([address, result]) => report(address, result));
  if (!met.every(Boolean)) process.exitCode = 1;
  console.log(process.exitCode ? 'NOT all goals met.' : 'All goals met.');
} finally {
  await Promise.all([browser.close(), ...sites.map((one) => one.stop())]);
  await folder.remove();
}
