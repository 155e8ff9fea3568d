import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RemoteVersion } from '@frens/compose';
import { integrityOf } from '@frens/compose/store';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasProgram } from '../../scripts/has-program.js';
import type { DrivenBrowser } from '../support/other-browsers/driven-browser.ts';
import { startFirefox } from '../support/other-browsers/firefox.ts';
import { createTab, type Tab } from '../support/other-browsers/tab.ts';
import { startWebKit, webKitConsole } from '../support/other-browsers/webkit.ts';
import { addressOf, builtPages } from '../support/pages.ts';
import { rootDir, type Site, startSite, temporaryFolder } from '../support/site.ts';
import { copySite, type SiteCopy } from '../support/site-copy.ts';
import { demoMember } from '../support/steps.ts';

// The built site in Firefox and WebKit: complete, and without unlisted scripts.
const name = 'mf-community';
const pictures = process.env.PICTURES === '1' ? path.join(rootDir, 'e2e/screenshots') : null;
const pages = await builtPages();

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let copy: SiteCopy;
let site: Site;
let live: RemoteVersion;

beforeAll(async () => {
  folder = await temporaryFolder();
  copy = await copySite(folder.dir, name);
  live = copy.version;
  site = await startSite({
    dataDir: path.join(folder.dir, 'data'),
    storeDir: copy.store.dir,
    env: { DEV_PAGES: 'true' },
  });
});

afterAll(async () => {
  await site?.stop();
  await folder?.remove();
});

/** Tampers with the module of a version in the store. */
async function withModule(version: RemoteVersion, work: (file: string) => Promise<void>): Promise<void> {
  const file = copy.store.file(version.base.slice(1), version.files?.exposed[0] ?? '');
  // Otherwise the server would send the copies compressed at publication.
  for (const ending of ['.br', '.gz']) await rm(file + ending);
  await work(file);
}

/** Puts a script into the store that no composition lists. */
async function evilScript(): Promise<{ src: string; integrity: string }> {
  const code = 'window.ran.push("a file")';
  await writeFile(copy.store.file(live.base.slice(1), 'evil.js'), code);
  return { src: `${live.base}evil.js`, integrity: integrityOf(Buffer.from(code)) };
}

/** Injects script elements into the page; code that a driver runs itself is exempt from the policy. */
const addScripts = `
  window.ran = [];
  const [evil] = arguments;
  const add = (parent, attributes) => {
    const script = document.createElement('script');
    try { parent.append(Object.assign(script, attributes)); } catch {}
    return new Promise((resolve) => { script.onload = script.onerror = resolve; setTimeout(resolve, 500); });
  };
  return Promise.all([
    add(document.body, { src: evil.src }),
    add(document.head, { ...evil, crossOrigin: 'anonymous' }),
    add(document.body, { ...evil, crossOrigin: 'anonymous', type: 'module' }),
    add(document.body, { text: 'window.ran.push("text")' }),
  ]).then(() => window.ran)`;

const isInstalled = ['firefox-esr', 'WebKitWebDriver', 'Xvfb'].every(hasProgram);

describe.runIf(isInstalled).each([
  { engine: 'Firefox', start: startFirefox, hash: 'f', byHash: true },
  // It would run scripts by their hashes, but refuse every preload hint for them (docs/decisions/0007).
  { engine: 'WebKit', start: startWebKit, hash: 'e', byHash: false },
])('$engine', ({ engine, start, hash, byHash }) => {
  let browser: DrivenBrowser;
  let tab: Tab;
  const expected: RegExp[] = [];

  beforeAll(async () => {
    browser = await start();
    console.log(browser.version);
    tab = await createTab(browser, site.origin);
    await browser.setWidth(1280);
  });
  afterAll(() => browser?.end());
  // oxlint-disable vitest/no-standalone-expect -- Each test ends with it.
  afterEach(async () => {
    const patterns = [...expected.splice(0), ...harmless];
    const messages = (await browser?.console?.(site.origin)) ?? [];
    expect(messages.filter((message) => !patterns.some((pattern) => pattern.test(message)))).toEqual([]);
  });
  // oxlint-enable vitest/no-standalone-expect

  /** The version of the attacked remote that the page was made of. */
  const basesLoaded = () =>
    tab.run<string[]>(
      `return [...new Set(performance.getEntriesByType('resource')
        .flatMap(({ name }) => /[/]remotes[/]${name}[/][^/]+[/]/.exec(new URL(name).pathname) ?? []))]`,
    );
  /** Waits until a page has its heading and no loading state. */
  async function untilWhole(): Promise<void> {
    const whole = () =>
      tab.run<boolean>(
        // Parts further down load when they come near the viewport.
        `const outline = document.querySelector('main span[aria-hidden=true][data-shape]');
        outline?.scrollIntoView({ behavior: 'instant' });
        return !!document.querySelector('main h1') && !outline`,
      );
    await expect.poll(() => whole().catch(() => false)).toBe(true);
  }
  const overflow = () =>
    tab.run<number>(
      'const { scrollWidth, clientWidth } = document.documentElement; return scrollWidth - clientWidth',
    );
  async function picture(of: string): Promise<void> {
    if (!pictures) return;
    await mkdir(pictures, { recursive: true });
    await writeFile(path.join(pictures, `${engine}-${of}.png`), await tab.picture());
  }

  /** Polls for an expected value for two seconds, because a resized page takes its time; returns the last value. */
  async function settled(ask: () => Promise<string>, wanted: string): Promise<string> {
    const deadline = Date.now() + 2_000;
    for (;;) {
      const answer = await ask();
      if (answer === wanted || Date.now() > deadline) return answer;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Opens pages in both widths. */
  async function lookAt(access: 'public' | 'member'): Promise<string[]> {
    const wrong: string[] = [];
    const looked = pages.filter((page) => page.access === access);
    for (const one of looked) {
      await tab.open(await addressOf(one, site.origin));
      await untilWhole();
      for (const width of [1280, 375]) {
        await browser.setWidth(width);
        await expect.poll(() => tab.run('return innerWidth')).toBe(width);
        const fits = async () => ((await overflow()) > 0 ? `${one.path} is wider than ${width} px` : 'fits');
        const how = await settled(fits, 'fits');
        if (how !== 'fits') wrong.push(how);
        await picture(`${one.path.replaceAll(/\W+/g, '-')}-${width}`);
      }
      await browser.setWidth(1280);
    }
    return wrong;
  }

  it('runs the site by the policy for it, and nothing else that is put into a page', async () => {
    await tab.open('/groups');
    await tab.see('heading', 'Fren Circles');
    const policy = await tab.run<string>(
      `return document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.content ?? ''`,
    );
    expect(/^script-src 'sha256-\S+ 'sha256-/.test(policy)).toBe(byHash);
    expected.push(/Content-Security-Policy|integrity|Trusted ?Types|Not listed|blob:refused/i);
    const evil = await evilScript();
    expect((await fetch(site.origin + evil.src)).status).toBe(200);
    expect(await tab.run<string[]>(addScripts, evil)).toEqual([]);
  });

  it('shows every public page whole, in both widths', async () => {
    expect(await lookAt('public')).toEqual([]);
  });

  it('lets one sign in, move about, go back and forward, and choose language and theme', async () => {
    await tab.open('/auth');
    await tab.fill('Username or email', demoMember.username);
    await tab.fill('Password', demoMember.password);
    await tab.press('button', 'Sign In');
    await tab.see('heading', /^Welcome back/);
    expect(await tab.path()).toBe('/dashboard');
    await tab.run('window.samePage = true');
    await tab.press('link', 'Groups');
    await tab.see('heading', 'Fren Circles');
    await tab.back();
    await tab.see('heading', /^Welcome back/);
    await tab.forward();
    await tab.see('heading', 'Fren Circles');
    expect(await tab.path()).toBe('/groups');
    await tab.press('button', /^es – /);
    await tab.see('heading', 'Círculos Fren');
    await tab.press('button', /^en – /);
    await tab.press('button', 'Dark');
    await expect.poll(() => tab.run('return getComputedStyle(document.body).colorScheme')).toBe('dark');
    await picture('dark');
    await tab.press('button', 'System');
    expect(await tab.run('return window.samePage')).toBe(true);
  });

  it('shows every page of members whole, in both widths', async () => {
    expect(await lookAt('member')).toEqual([]);
  });

  it('shows the version before, when a file of the new one is missing', async () => {
    const newer = await copy.publishAgain(`${hash}000000001`);
    await withModule(newer, (file) => rm(file));
    await copy.goLiveWith(newer, live);
    expected.push(/was blocked due to MIME type/);
    await tab.open('/groups');
    await tab.see('heading', 'Fren Circles');
    expect(await basesLoaded()).toContain(live.base);
    await copy.goLiveWith(live);
  });

  it('shows the version before, when a file of the new one was changed, which does not run', async () => {
    const newer = await copy.publishAgain(`${hash}000000002`);
    await withModule(newer, async (file) => {
      await writeFile(file, `window.ran = true;${await readFile(file, 'utf8')}`);
    });
    await copy.goLiveWith(newer, live);
    expected.push(/hashes in the integrity attribute match the content.*exposed/);
    await tab.open('/groups');
    await tab.see('heading', 'Fren Circles');
    expect(await basesLoaded()).toEqual(expect.arrayContaining([newer.base, live.base]));
    expect(await tab.run('return window.ran ?? false')).toBe(false);
    await copy.goLiveWith(live);
  });

  it('shows a published version to the tab that previews it', async () => {
    const newer = await copy.publishAgain(`${hash}000000003`);
    await tab.open(`/groups?compose=${name}@${newer.version}`);
    await tab.see('complementary', 'Preview');
    await tab.see('heading', 'Fren Circles');
    expect(await basesLoaded()).toEqual([newer.base]);
    await tab.press('link', 'Leave the preview');
    await expect.poll(() => basesLoaded().catch(String)).toEqual([live.base]);
  });

  it('says that it is offline, where the network can be taken from it', async ({ skip }) => {
    const { setOffline } = browser;
    if (!setOffline) return skip('Nothing takes the network from this one');
    await tab.open('/groups');
    await tab.see('heading', 'Fren Circles');
    // Shown by its bar, whose code loads after the page.
    const isTaken = `return Object.keys(document.querySelector('#root header')).some((key) => key.startsWith('__reactProps'))`;
    await expect.poll(() => tab.run(isTaken)).toBe(true);
    await setOffline(true);
    await tab.seeText(/^You’re offline/);
    await setOffline(false);
    await expect.poll(() => tab.run('return document.body.innerText')).not.toContain('You’re offline');
  });
});

// A driven WebKit does not expose its console.
it.runIf(isInstalled)(
  'WebKit has nothing to say in its console of a page of each remote that visitors see',
  async () => {
    // Reads the console output.
    const talking = `data:text/html,<script>console.error('heard')</script>`;
    expect(await webKitConsole([talking], 3_000)).toEqual([expect.stringContaining('heard')]);
    const open = ['/', '/groups', '/panda', '/vibe-quiz', '/auth'].map((one) => site.origin + one);
    const said = await webKitConsole(open, 6_000);
    const meant = [
      // Preload hint for a screen's style that was not used in time.
      /was preloaded using link preload but not used within a few seconds/,
      // The browser does not support manifests.
      /Unrecognized Content-Security-Policy directive 'manifest-src'/,
      // ResizeObserver defers what does not fit into one frame.
      /ResizeObserver loop completed with undelivered notifications/,
    ];
    expect(said.filter((line) => !meant.some((pattern) => pattern.test(line)))).toEqual([]);
  },
);

/** Harmless console messages. */
const harmless = [
  // Firefox reports the hash of an empty file when navigation aborts a request.
  /The computed hash is “47DEQpj8HBSa/,
  // The same for a file that was loading.
  /Loading failed for the <script>/,
  // Unused preload hints: of the version that was not shown, and of remotes preloaded when idle.
  /preloaded with link preload was not used within a few seconds/,
];
