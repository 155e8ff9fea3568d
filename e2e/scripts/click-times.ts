import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page, Request } from 'playwright-core';
import { newPerson, openBrowser } from '../support/browser.ts';
import { demoMember, logIn } from '../support/steps.ts';
import { reportInteractions } from './interaction-times.ts';
import { median } from './median.ts';

// `npm run bench:navigation [origin]`: time from a click on a link to the target's heading, per remote, on an idle page; and time from
// presses and keys to the next frame, on all pages. Needs a running site with the demo data. Exit code 1 if a limit is
// exceeded.

const usage =
  'npm run bench:navigation -- [http://localhost:3000] [--runs 5] [--limit 70] [--only clicks,interactions]';
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    limit: { type: 'string', default: '70' },
    only: { type: 'string', default: 'clicks,interactions' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const { origin } = new URL(positionals[0] ?? 'http://localhost:3000');
const runs = Number(values.runs);
const limitMs = Number(values.limit);
// Longer than the pause between two preloaded remotes, and, on a freshly opened page, than the pause before the first preload.
const quietMs = 500;
const openedQuietMs = 2_500;
const settleMs = 20_000;
const wholeMs = 600_000 + runs * 30_000;

interface Step {
  remote: string;
  /** Path of the link. */
  to: string;
}

/** In order of navigation: each page links to the next, first the landing page, then the top bar. */
const asVisitor: Step[] = [{ remote: 'mf-auth', to: '/auth' }];
const asMember: Step[] = [
  { remote: 'mf-panda', to: '/panda' },
  { remote: 'mf-quiz', to: '/vibe-quiz' },
  { remote: 'mf-community', to: '/groups' },
  { remote: 'mf-social', to: '/browse' },
  { remote: 'mf-community', to: '/meetups' },
  { remote: 'mf-community', to: '/service' },
  { remote: 'mf-social', to: '/dashboard' },
];

interface Traffic {
  code: number;
  api: number;
  other: number;
}

interface Click {
  ms: number;
  traffic: Traffic;
}

/** Tracks a page's requests, to detect network idle and count the requests of a click. */
function watchTraffic(page: Page) {
  const open = new Set<Request>();
  let counts: Traffic = { code: 0, api: 0, other: 0 };
  let lastChange = Date.now();
  page.on('request', (request) => {
    open.add(request);
    counts[kindOf(request)] += 1;
    lastChange = Date.now();
  });
  function ended(request: Request) {
    open.delete(request);
    lastChange = Date.now();
  }
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return {
    isQuiet: (forMs: number) => open.size === 0 && Date.now() - lastChange >= forMs,
    restart() {
      counts = { code: 0, api: 0, other: 0 };
    },
    counts: () => ({ ...counts }),
  };
}

function kindOf(request: Request): keyof Traffic {
  if (new URL(request.url()).pathname.startsWith('/api/')) return 'api';
  return ['script', 'stylesheet'].includes(request.resourceType()) ? 'code' : 'other';
}

/** Waits for network and CPU idle, including the preloading of remotes. */
async function settle(page: Page, traffic: ReturnType<typeof watchTraffic>, forMs = quietMs): Promise<void> {
  const deadline = Date.now() + settleMs;
  do {
    if (Date.now() > deadline)
      throw new Error(`${page.url()} did not come to rest within ${settleMs / 1000} s`);
    await page.waitForTimeout(50);
    await page.evaluate('benchPage.untilIdle()');
  } while (!traffic.isQuiet(forMs));
}

async function measure(page: Page, traffic: ReturnType<typeof watchTraffic>, step: Step): Promise<Click> {
  await settle(page, traffic);
  traffic.restart();
  const painted = page.evaluate<number>(`benchPage.headingPainted(${JSON.stringify(step.to)})`);
  await Promise.all([painted, page.locator(`a[href="${step.to}"]:visible`).first().click()]);
  await settle(page, traffic);
  return { ms: await painted, traffic: traffic.counts() };
}

/** Opens the landing page in a fresh browser profile and clicks through all screens, signed out and in. */
async function clickThrough(browser: Browser): Promise<Map<Step, Click>> {
  const clicks = new Map<Step, Click>();
  const { context, page } = await newPerson(browser, origin, { viewport: { width: 1280, height: 800 } });
  try {
    await context.addInitScript({ path: path.join(import.meta.dirname, 'bench.page.js') });
    const traffic = watchTraffic(page);
    await page.goto('/');
    await settle(page, traffic, openedQuietMs);
    for (const step of asVisitor) clicks.set(step, await measure(page, traffic, step));
    await logIn(page, demoMember);
    // A fresh document, so that only preloading has fetched the remotes.
    await page.goto('/');
    await settle(page, traffic, openedQuietMs);
    for (const step of asMember) clicks.set(step, await measure(page, traffic, step));
  } finally {
    await context.close();
  }
  return clicks;
}

/** Prints the results. @returns whether each median is within the limit */
function report(results: ReadonlyArray<Map<Step, Click>>): boolean {
  let isWithin = true;
  const rows = [...asVisitor, ...asMember].map((step) => {
    const clicks = results.flatMap((run) => run.get(step) ?? []);
    const times = clicks.map(({ ms }) => ms);
    const most = (kind: keyof Traffic) => Math.max(...clicks.map(({ traffic }) => traffic[kind]));
    const middle = median(times);
    if (!(middle <= limitMs)) isWithin = false;
    return {
      remote: step.remote,
      screen: step.to,
      'median ms': Math.round(middle),
      'each run, ms': times.map((ms) => Math.round(ms)).join(' '),
      code: most('code'),
      api: most('api'),
      other: most('other'),
    };
  });
  console.log(
    `\nFrom the click on a link to the painted heading, page idle before; ${origin}, ${runs} runs.`,
  );
  console.log(
    'Requests on the click: code (scripts, styles), api, other (images, fonts); the most in any run.\n',
  );
  console.table(rows);
  console.log(isWithin ? `Each within ${limitMs} ms.` : `NOT each within ${limitMs} ms.`);
  return isWithin;
}

if (values.help || !(runs >= 1) || !(limitMs > 0)) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}
const browser = await openBrowser();
const guard = setTimeout(() => {
  console.error(`Given up after ${wholeMs / 1000} s.`);
  void browser.close();
}, wholeMs);
try {
  const results: Map<Step, Click>[] = [];
  const asked = values.only.includes('clicks') ? runs : 0;
  for (let run = 1; run <= asked; run += 1) {
    results.push(await clickThrough(browser));
    console.log(`run ${run} of ${asked} done`);
  }
  const areWithin = [
    asked === 0 || report(results),
    !values.only.includes('interactions') || (await reportInteractions(browser, origin)),
  ];
  if (areWithin.includes(false)) process.exitCode = 1;
} finally {
  clearTimeout(guard);
  await browser.close();
}
