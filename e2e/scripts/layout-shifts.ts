import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext } from 'playwright-core';
import { newPerson, openBrowser } from '../support/browser.ts';
import { addressOf, builtPages } from '../support/pages.ts';
import { startSite, temporaryFolder } from '../support/site.ts';
import { signIn } from '../support/steps.ts';

// `npm run bench:shifts`: layout shifts and duplicate requests while each page opens, cold and warm, on phone and desktop, in each
// language; public pages as a visitor, member pages as the demo member. Exit code 1 if there are any.

const { values } = parseArgs({
  options: {
    page: { type: 'string' },
    origin: { type: 'string' },
    slow: { type: 'boolean', default: false },
  },
});
const widths = [375, 1280];
const locales = ['en-GB', 'es-ES'];
/** Waits after `load` for late changes. */
const settleMs = 1_000;

/** An unexpected layout shift, not caused by an input. */
interface Shift {
  value: number;
  of: string[];
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Opening {
  address: string;
  width: number;
  locale: string;
  /** The member's cookies; undefined for a visitor. */
  session: Session | undefined;
}

async function openTwice(
  browser: Browser,
  origin: string,
  { address, width, locale, session }: Opening,
): Promise<{ shifts: Shift[]; twice: string[] }> {
  const viewport = { width, height: 800 };
  const { context, page } = await newPerson(browser, origin, { viewport, locale, storageState: session });
  const twice: string[] = [];
  let asked = new Set<string>();
  page.on('request', (request) => {
    const what = `${request.method()} ${request.url().replace(origin, '')}`;
    // Inline images are not requests.
    if (what.includes(' data:') || what.includes(' blob:')) return;
    if (asked.has(what)) twice.push(what);
    asked.add(what);
  });
  try {
    await page.addInitScript({ path: path.join(import.meta.dirname, 'bench.page.js') });
    if (values.slow) {
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', {
        downloadThroughput: 200_000,
        uploadThroughput: 94_000,
        latency: 150,
        offline: false,
      });
    }
    const open = async () => {
      asked = new Set();
      await page.goto(address);
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(settleMs);
    };
    await open();
    const first = await page.evaluate<Shift[]>('benchPage.shifts()');
    // Warm: from the cache.
    await open();
    return { shifts: [...first, ...(await page.evaluate<Shift[]>('benchPage.shifts()'))], twice };
  } finally {
    await context.close();
  }
}

/** Signs the demo member in once and returns the cookies. */
async function signInOnce(browser: Browser, origin: string): Promise<Session> {
  const person = await newPerson(browser, origin);
  await signIn(person);
  const session = await person.context.storageState();
  await person.context.close();
  return session;
}

const folder = values.origin ? null : await temporaryFolder();
const browser = await openBrowser();
const site = folder && (await startSite({ dataDir: folder.dir }));
try {
  const origin = site?.origin ?? values.origin ?? '';
  const session = await signInOnce(browser, origin);
  const pages = (await builtPages()).filter(
    ({ path }) => !path.startsWith('/dev') && (values.page === undefined || path === values.page),
  );
  for (const described of pages) {
    const address = await addressOf(described, origin);
    for (const width of widths) {
      for (const locale of locales) {
        const { shifts, twice } = await openTwice(browser, origin, {
          address,
          width,
          locale,
          session: described.access === 'member' ? session : undefined,
        });
        const sum = shifts.reduce((all, { value }) => all + value, 0);
        console.log(`${sum.toFixed(4)} ${described.path} ${width} ${locale}`);
        for (const { value, of } of shifts) console.log(`    ${value.toFixed(4)} ${of.join(' | ')}`);
        for (const what of twice) console.log(`    twice: ${what}`);
        if (sum > 0 || twice.length > 0) process.exitCode = 1;
      }
    }
  }
} finally {
  await Promise.all([browser.close(), site?.stop()]);
  await folder?.remove();
}
