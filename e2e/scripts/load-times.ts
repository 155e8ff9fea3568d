import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { newPerson, openBrowser } from '../support/browser.ts';
import { buildOneBundle, buildUnchecked } from '../support/fixture-sites.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { signIn } from '../support/steps.ts';
import { buildRevision, defaultBase } from './base-checkout.ts';
import { median } from './median.ts';
import { followTraffic, type Traffic } from './traffic.ts';

// `npm run bench:load`: cold load times on a slow phone, compared with the same site as one client-rendered bundle, without integrity and
// policies, and with an earlier commit; each page against the builds that it has a goal for. Builds alternate, so that load on the machine
// affects all alike; only ratios are meaningful. Exit code 1 if a goal is missed.

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '9' },
    pages: { type: 'string', default: '/ /groups /vibe-quiz /auth /dashboard /browse' },
    language: { type: 'string', default: 'en' },
    line: { type: 'string', default: 'slow' },
    base: { type: 'string', default: defaultBase },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const runs = Number(values.runs);
const isFast = values.line === 'fast';
const pages = values.pages.split(' ').filter(Boolean);
/**
 * Member pages, with the selector of the content from their first API call. The base's dashboard renders its content
 * hidden before that.
 */
const firstData: Readonly<Partial<Record<string, string>>> = {
  '/dashboard': 'main [role=tab]:not([hidden] *)',
  '/browse': 'main article',
};
const builds = ['site', 'bundle', 'unchecked', 'base'] as const;
type Build = (typeof builds)[number];
/** Upper bounds of the site's median: absolute, or relative to the median of another build. */
type Goals = Partial<Record<Build, Partial<Record<Measure, number>>>>;
/** Noise: two runs of the same build differ by up to this factor. */
const alike = 1.05;
const site = { waves: 2, cls: 0 };
/** The goals of a page; it is measured in the builds that have goals. */
function goalsOf(address: string): Goals {
  const hasData = firstData[address] !== undefined;
  if (isFast)
    return {
      site,
      base: { heading: alike, interactive: alike, lcp: alike, ...(hasData && { data: alike }) },
    };
  if (hasData) return { site, base: { heading: 0.5, data: 0.8 } };
  const bundle = { heading: 0.35, interactive: 1, lcp: 0.45, bytes: 0.35 };
  return { site, bundle, unchecked: { heading: alike } };
}
const openedIn = (address: string) => builds.filter((build) => goalsOf(address)[build]);
/** Comparison for opening the landing page and pressing its call to action, with the maximum ratio. */
const pressBeside: Build = isFast ? 'base' : 'bundle';
const pressGoal = isFast ? alike : 0.5;
/** Network and CPU: a phone on a slow line or a computer on a fast one. Bytes per second, milliseconds, slowdown factor. */
const line = {
  downloadThroughput: (isFast ? 20_000_000 : 1_600_000) / 8,
  uploadThroughput: (isFast ? 10_000_000 : 750_000) / 8,
  latency: isFast ? 40 : 150,
  offline: false,
};
const slower = isFast ? 1 : 4;
const screen = { width: 412, height: 823 };
/** Wait after heading and load, for the last shift and the largest paint, in milliseconds. */
const settleMs = 1_000;
/** Maximum duration of an opening, in milliseconds. */
const wholeMs = 60_000;

/** One page load until its heading was painted. In milliseconds, except bytes, requests, waves and shift. */
interface Opening extends Traffic {
  heading: number;
  interactive: number;
  /** Time until the first data of a member's page was painted. */
  data?: number;
  lcp: number;
  /** Text of the largest paint's element, or its name. */
  largest: string;
  cls: number;
}

type Measure = Exclude<keyof Opening, 'largest'>;

interface Served {
  origin: string;
  bypassCSP: boolean;
  /** Cookies of the demo member. */
  member: Awaited<ReturnType<BrowserContext['storageState']>>;
}

/** Opens a page in a fresh browser profile. */
async function open(
  browser: Browser,
  address: string,
  { origin, bypassCSP, member }: Served,
): Promise<Opening> {
  const data = firstData[address];
  const { context, page } = await newPerson(browser, origin, {
    viewport: screen,
    isMobile: true,
    bypassCSP,
    locale: values.language,
    storageState: data ? member : undefined,
  });
  try {
    await page.addInitScript(`globalThis.firstData = ${JSON.stringify(data)}`);
    await page.addInitScript({ path: path.join(import.meta.dirname, 'bench.page.js') });
    const traffic = await slowDown(page);
    await page.goto(address);
    const late = setTimeout(wholeMs, null, { ref: false }).then(() => {
      throw new Error(`${origin}${address} was not hydrated in ${wholeMs} ms`);
    });
    await Promise.race([page.evaluate('benchPage.load()'), late]);
    await page.waitForTimeout(settleMs);
    const times = await page.evaluate<Omit<Opening, keyof Traffic>>('benchPage.load()');
    return { ...traffic.until(times.heading), ...times };
  } finally {
    await context.close();
  }
}

/** Opens the landing page and presses its call to action once painted. @returns milliseconds to the quiz's heading */
async function pressFirst(
  browser: Browser,
  { origin, bypassCSP }: Served,
): Promise<Record<'fromOpening' | 'fromPress', number>> {
  const { context, page } = await newPerson(browser, origin, { viewport: screen, isMobile: true, bypassCSP });
  try {
    // The page itself presses and observes, in the task after the frame: commands from outside would wait for running scripts.
    const times = { opened: 0, pressed: 0, there: 0 };
    const isThere = new Promise<void>((resolve) => {
      void page.exposeFunction('reportPress', (what: 'pressed' | 'there') => {
        times[what] ||= performance.now();
        if (what === 'there') resolve();
      });
    });
    await page.addInitScript(`globalThis.pressWhenPainted = 'main a[href="/vibe-quiz"]'`);
    await page.addInitScript({ path: path.join(import.meta.dirname, 'bench.page.js') });
    await slowDown(page);
    times.opened = performance.now();
    await page.goto('/', { waitUntil: 'commit' });
    const late = setTimeout(wholeMs, null, { ref: false }).then(() => {
      throw new Error(`${origin}: the press led to no heading in ${wholeMs} ms`);
    });
    await Promise.race([isThere, late]);
    const { opened, pressed, there } = times;
    return { fromOpening: there - opened, fromPress: there - pressed };
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

type Results = Map<Build, Opening[]>;

function middle(openings: readonly Opening[] = [], what: Measure): number {
  return median(openings.flatMap((opening) => opening[what] ?? []));
}

/** Prints one table. @returns whether the page meets its goals */
function report(address: string, results: Results): boolean {
  const goals = goalsOf(address);
  let areMet = true;
  /** A figure with its goal, if any. */
  function judged(build: Build, what: Measure, value: number, digits: number): string {
    const goal = goals[build]?.[what];
    if (goal === undefined) return value.toFixed(digits);
    const isMet = Number(value.toFixed(digits)) <= goal;
    areMet &&= isMet;
    return `${value.toFixed(digits)} (${isMet ? '' : 'NOT '}≤ ${goal})`;
  }
  const all = ['bytes', 'requests', 'waves', 'heading', 'interactive', 'data', 'lcp', 'cls'] as const;
  const rows = all
    .filter((what) => what !== 'data' || firstData[address])
    .map((what) => {
      const digits = what === 'cls' ? 3 : 0;
      const site = middle(results.get('site'), what);
      const beside = [...results.keys()].filter((build) => build !== 'site');
      const others = beside.flatMap((build) => {
        const other = middle(results.get(build), what);
        // Layout shift is compared absolutely, since the base may be zero.
        const ratio = what === 'cls' ? '' : judged(build, what, site / other, 2);
        return [
          [build, other.toFixed(digits)],
          [`to ${build}`, ratio],
        ];
      });
      return { what, site: judged('site', what, site, digits), ...Object.fromEntries(others) };
    });
  console.log(`\n${address}`);
  console.table(rows);
  for (const [build, openings] of results)
    console.log(`Largest paint of ${build}: ${openings.at(-1)?.largest.slice(0, 80)}`);
  return areMet;
}

if (values.help || !(runs >= 1)) {
  console.log(
    'npm run bench:load -- [--runs 9] [--pages "/ /groups"] [--language es] [--line fast] [--base REVISION]',
  );
  process.exit(values.help ? 0 : 1);
}
const folder = await temporaryFolder();
const browser = await openBrowser();
const sites: Site[] = [];
try {
  const inFolder = (name: string) => path.join(folder.dir, name);
  /** Builds each comparison on demand. */
  const sources: Record<Build, () => Promise<Partial<Parameters<typeof startSite>[0]>>> = {
    site: async () => ({}),
    bundle: async () => ({ storeDir: await buildOneBundle(inFolder('build-bundle')) }),
    unchecked: async () => ({ storeDir: await buildUnchecked(inFolder('build-unchecked')) }),
    base: async () => ({ checkout: (await buildRevision(values.base)).dir }),
  };
  const served = new Map<Build, Served>();
  for (const build of new Set(['site' as const, pressBeside, ...pages.flatMap(openedIn)])) {
    const site = await startSite({ ...(await sources[build]()), dataDir: inFolder(build) });
    sites.push(site);
    const person = await newPerson(browser, site.origin);
    await signIn(person);
    const member = await person.context.storageState();
    await person.context.close();
    served.set(build, { origin: site.origin, bypassCSP: build === 'unchecked', member });
  }
  const results = new Map(
    pages.map((address): [string, Results] => [
      address,
      new Map(openedIn(address).map((build) => [build, []])),
    ]),
  );
  const presses = new Map<Build, Array<Awaited<ReturnType<typeof pressFirst>>>>([
    ['site', []],
    [pressBeside, []],
  ]);
  const began = performance.now();
  for (let run = 1; run <= runs; run += 1) {
    for (const [build, site] of served) presses.get(build)?.push(await pressFirst(browser, site));
    for (const [address, result] of results)
      for (const [build, site] of served) result.get(build)?.push(await open(browser, address, site));
    console.log(`run ${run} of ${runs} done after ${((performance.now() - began) / 60_000).toFixed(1)} min`);
  }
  console.log(
    `\nMedians of ${runs} cold openings each until the heading was painted; ${(line.downloadThroughput * 8) / 1e6} Mbit/s, ${line.latency} ms, processor ${slower} × slower.`,
  );
  const met = [...results].map(([address, result]) => report(address, result));
  /** Medians of the site and of its comparison in milliseconds, and their ratio. */
  const pressed = (since: 'fromOpening' | 'fromPress') => {
    const [own = Number.NaN, other = Number.NaN] = [...presses.values()].map((times) =>
      median(times.map((one) => one[since])),
    );
    return { own, other, ratio: own / other };
  };
  const { own, other, ratio } = pressed('fromOpening');
  const isPressMet = ratio <= pressGoal;
  console.log(
    `\nFrom opening the landing page, whose call to action is pressed as soon as it is painted, to the quiz's heading: ${own.toFixed()} ms, ` +
      `${pressBeside} ${other.toFixed()} ms: ${ratio.toFixed(2)} (${isPressMet ? '' : 'NOT '}≤ ${pressGoal}); ` +
      `from the press alone ${pressed('fromPress').ratio.toFixed(2)}`,
  );
  if (!isPressMet || !met.every(Boolean)) process.exitCode = 1;
  console.log(process.exitCode ? 'NOT all goals met.' : 'All goals met.');
} finally {
  await Promise.all([browser.close(), ...sites.map((one) => one.stop())]);
  await folder.remove();
}
