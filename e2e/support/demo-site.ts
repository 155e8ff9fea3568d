import type { Browser } from 'playwright-core';
import { leaveBrowser, takeBrowser } from './browser.ts';
import { demoFolder } from './demo-folder.ts';
import { startSite, temporaryFolder } from './site.ts';

/** A running site with its own demo data, and a browser. */
export interface DemoSite {
  origin: string;
  browser: Browser;
  close(): Promise<void>;
}

/**
 * Starts such a site for one test file.
 *
 * @param env further environment of the server; with `SEED_DEMO: 'long'`, members' texts have maximum length
 */
export async function openDemoSite(env: Readonly<Record<string, string>> = {}): Promise<DemoSite> {
  const folder = await (env['SEED_DEMO'] === undefined ? demoFolder() : temporaryFolder());
  const [site, browser] = await Promise.all([startSite({ dataDir: folder.dir, env }), takeBrowser()]);
  return {
    origin: site.origin,
    browser,
    async close() {
      await leaveBrowser(browser);
      await site.stop();
      await folder.remove();
    },
  };
}
