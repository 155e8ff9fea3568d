import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import sharp from 'sharp';
import { newPerson, openBrowser } from '../support/browser.ts';
import { rootDir, startMockedSite, startSite, temporaryFolder } from '../support/site.ts';
import { serveFolder } from '../support/static-server.ts';
import { demoMember, logIn } from '../support/steps.ts';

// `npm run pictures`: screenshots for the documentation (docs/images) of the built site with demo data, Storybook, and the site on
// mocks. Starts and stops all servers. Arguments select pictures: `npm run pictures -- panda storybook`.

const size = { width: 1280, height: 800 };

/** The server of the pages. */
interface Server {
  origin: string;
  stop(): unknown;
}

/** Navigates to the subject of a picture. */
type Show = (page: Page) => Promise<void>;
const heading = (page: Page | FrameLocator) => page.getByRole('heading', { level: 1 }).first().waitFor();

const ofSite: Record<string, Show> = {
  async landing(page) {
    await page.goto('/');
    await heading(page);
  },
  async dashboard(page) {
    await logIn(page, demoMember);
    await page.goto('/dashboard');
    await heading(page);
  },
  async panda(page) {
    await logIn(page, demoMember);
    await page.goto('/panda');
    await page.locator('main a[href^="/panda/"]').first().click();
    await page.waitForURL(/\/panda\/./);
    await heading(page);
  },
  async 'failure-notice'(page) {
    await page.route('**/remotes/mf-community/**', (route) => route.abort());
    await page.goto('/groups');
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
  },
};

const ofStorybook: Record<string, Show> = {
  async storybook(page) {
    await page.goto('/index.html?path=/story/pandas-panda--gallery&panel=false');
    await page.frameLocator('#storybook-preview-iframe').locator('#storybook-root img').first().waitFor();
  },
  async 'component-page'(page) {
    await page.goto('/index.html?path=/docs/feedback-notice--docs&panel=false');
    await page.frameLocator('#storybook-preview-iframe').getByRole('heading', { level: 1 }).waitFor();
  },
  async 'screen-in-storybook'(page) {
    const looks = 'theme:dark;language:es;viewport:375px';
    await page.goto(`/index.html?path=/story/screens-dashboard--first-visit&panel=false&globals=${looks}`);
    await heading(page.frameLocator('#storybook-preview-iframe'));
  },
};

const ofMocks: Record<string, Show> = {
  async 'mock-panel'(page) {
    await page.goto('/groups?scenario=POST /api/circles/:id/join=429,retry:30&lang=en');
    const site = page.frameLocator('iframe');
    await site.getByRole('button', { name: 'Join' }).first().click();
    await site.getByText('Join Failed').waitFor();
    await page.keyboard.press('F2');
    await page.getByLabel('Next answer of').waitFor();
  },
};

const wanted = process.argv.slice(2);
const known = [ofSite, ofStorybook, ofMocks].flatMap(Object.keys);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no picture ${unknown.join(', ')}: there are ${known.join(', ')}.`);
  process.exit(2);
}

/** Takes the selected pictures, each in a fresh browser profile. */
async function take(pictures: Record<string, Show>, start: () => Promise<Server>) {
  const names = Object.keys(pictures).filter((name) => wanted.length === 0 || wanted.includes(name));
  if (names.length === 0) return;
  const [site, browser] = await Promise.all([start(), openBrowser()]);
  try {
    for (const name of names) {
      const options = { viewport: size, colorScheme: 'light', reducedMotion: 'reduce' } as const;
      const { page, context } = await newPerson(browser, site.origin, options);
      await pictures[name]?.(page);
      // The development server keeps a connection open, so its network never idles.
      if (pictures !== ofMocks) await page.waitForLoadState('networkidle');
      const file = path.join(rootDir, 'docs/images', `${name}.webp`);
      const { size: bytes } = await sharp(await page.screenshot())
        .webp({ quality: 72 })
        .toFile(file);
      console.log(`${path.relative(rootDir, file)} ${(bytes / 1_000).toFixed(0)} kB`);
      await context.close();
    }
  } finally {
    await browser.close();
    await site.stop();
  }
}

/** Builds Storybook statically: its development server shows a story only after compiling everything. */
async function buildStorybook(to: string): Promise<Server> {
  const command = ['run', 'build-storybook', '-w', 'design-system', '--', '-o', to];
  const { status } = spawnSync('npm', command, { cwd: rootDir, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('Storybook could not be built: see above.');
  return serveFolder(to, 'http://no-api.invalid');
}

const folder = await temporaryFolder();
try {
  await take(ofSite, () => startSite({ dataDir: folder.dir }));
  await take(ofMocks, () => startMockedSite({ hasPanel: true }));
  await take(ofStorybook, () => buildStorybook(path.join(folder.dir, 'storybook')));
} finally {
  await folder.remove();
}
