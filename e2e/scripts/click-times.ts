import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page, Request } from 'playwright-core';
import { newPerson, openBrowser } from '../support/browser.ts';
import { demoMember, logIn } from '../support/steps.ts';
import { reportInteractions } from './interaction-times.ts';
import { median } from './median.ts';

// `npm run bench:navigation [address]`: how long each remote takes from a click on a link to its heading, once the page
// has been idle, and what is pressed and typed on all pages until the next frame. The site must be running and hold the demo data. Ends with
// 1 when something takes longer than allowed.

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
// Long enough that a pause between two preloaded remotes does not look like rest, nor, on a page that was just opened, the pause before the first.
const quietMs = 500;
const openedQuietMs = 2_500;
const settleMs = 20_000;
const wholeMs = 600_000 + runs * 30_000;

interface Step {
  remote: string;
  /** Path that the link leads to. */
  to: string;
}

/** In this order a link to each is on the page where the one before ends: the landing page, then the top bar. */
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

/** Follows a page's requests, to know when it is quiet and what a click asked for. */
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

/** Waits until nothing is on its way and the browser has nothing left to do, the preloading of remotes included. */
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

/** Opens the landing page in a browser profile of its own and clicks through all screens, signed out and in. */
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
    // A fresh page: nothing but preloading has brought the remotes.
    await page.goto('/');
    await settle(page, traffic, openedQuietMs);
    for (const step of asMember) clicks.set(step, await measure(page, traffic, step));
  } finally {
    await context.close();
  }
  return clicks;
}

/** Prints the measured clicks. @returns whether each median is within the limit */
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
