import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { newPerson, openBrowser } from '../support/browser.ts';
import { builtPages } from '../support/pages.ts';
import { startSite, temporaryFolder } from '../support/site.ts';

// `npm run bench:shifts`: what moves while the public pages at fixed addresses open, cold, on a phone and on a desktop, in each language.
// Ends with 1 when anything does.

const { values } = parseArgs({
  options: {
    page: { type: 'string' },
    origin: { type: 'string' },
    slow: { type: 'boolean', default: false },
  },
});
const widths = [375, 1280];
const locales = ['en-GB', 'es-ES'];
/** After load, for what comes last. */
const settleMs = 1_000;

/** A movement of elements that nobody's press has caused. */
interface Shift {
  value: number;
  of: string[];
}

async function shiftsOf(browser: Browser, origin: string, address: string, width: number, locale: string) {
  const { context, page } = await newPerson(browser, origin, { viewport: { width, height: 800 }, locale });
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
      await page.goto(address);
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(settleMs);
    };
    await open();
    const first = await page.evaluate<Shift[]>('benchPage.shifts()');
    // The second time its files are there.
    await open();
    return [...first, ...(await page.evaluate<Shift[]>('benchPage.shifts()'))];
  } finally {
    await context.close();
  }
}

const folder = await temporaryFolder();
const browser = await openBrowser();
const site = values.origin ? null : await startSite({ dataDir: folder.dir });
try {
  const pages = await builtPages();
  const paths = pages
    .filter((one) => one.access === 'public' && !one.path.includes(':') && !one.path.startsWith('/dev'))
    .map((one) => one.path)
    .filter((one) => values.page === undefined || one === values.page);
  for (const address of paths) {
    for (const width of widths) {
      for (const locale of locales) {
        const shifts = await shiftsOf(browser, site?.origin ?? values.origin ?? '', address, width, locale);
        const sum = shifts.reduce((all, { value }) => all + value, 0);
        console.log(`${sum.toFixed(4)} ${address} ${width} ${locale}`);
        for (const { value, of } of shifts) console.log(`    ${value.toFixed(4)} ${of.join(' | ')}`);
        if (sum > 0) process.exitCode = 1;
      }
    }
  }
} finally {
  await Promise.all([browser.close(), site?.stop()]);
  await folder.remove();
}
