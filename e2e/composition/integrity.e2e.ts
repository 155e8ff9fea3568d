import { createHash } from 'node:crypto';
import path from 'node:path';
import type { RemoteVersion } from '@frens/compose';
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { copySite, type SiteCopy } from '../support/site-copy.ts';
import { isLongRun, smokeCases } from '../support/smoke-cases.ts';

// Attacks by tampering: files changed on the network, on a CDN or in the store, and own scripts that inject foreign ones. No foreign code runs,
// and members see the previous version. The target is mf-community.
const name = 'mf-community';
const page = '/groups';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let copy: SiteCopy;
let site: Site;
let browser: Browser;
let person: Person;
let older: RemoteVersion;
let newer: RemoteVersion;

beforeAll(async () => {
  folder = await temporaryFolder();
  copy = await copySite(folder.dir, name);
  older = copy.version;
  newer = await copy.publishAgain('feedfacade');
  [site, browser] = await Promise.all([
    startSite({ dataDir: path.join(folder.dir, 'data'), storeDir: copy.store.dir, demo: false }),
    takeBrowser(),
  ]);
});

afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

async function enter(options?: BrowserContextOptions): Promise<Page> {
  person = await newPerson(browser, site.origin, options);
  await person.page.addInitScript({ path: path.join(import.meta.dirname, '../scripts/attack.page.js') });
  return person.page;
}

/** Names of foreign code that ran; must stay empty. */
const ran = (on: Page) => on.evaluate(() => window.ran);
const seeCircles = (on: Page) => on.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
const seeNotice = (on: Page) =>
  on.getByRole('alert').filter({ hasText: 'Not available right now' }).waitFor();
const addressOf = ({ base }: RemoteVersion, file = '') => site.origin + base + file;

/** Files of the attacked page by kind. */
const kinds: Record<string, (version: RemoteVersion) => string | undefined> = {
  'its container': ({ files }) => files?.entry,
  'its module': ({ files }) => files?.exposed[0],
  'its texts': ({ files }) => files?.texts.en?.[0],
  'the script of its screen': ({ files }) => files?.routes[page]?.find((file) => file.endsWith('.js')),
  'the style of its screen': ({ files }) => files?.routes[page]?.find((file) => file.endsWith('.css')),
};

/** Serves a file with code appended. */
async function tamperWith(on: Page, version: RemoteVersion, file: string): Promise<void> {
  await on.route(`${addressOf(version, file)}*`, async (route) => {
    const answer = await route.fetch();
    const evil = file.endsWith('.css')
      ? '\nbody { outline: 1px solid red }'
      : '\nwindow.ran.push("tampered");';
    await route.fulfill({ response: answer, body: (await answer.text()) + evil });
  });
}

const outline = (on: Page) => on.evaluate(() => getComputedStyle(document.body).outlineStyle);

describe.each(smokeCases(Object.keys(kinds), (kind) => kind === 'its container'))(
  'when %s was changed',
  (kind) => {
    const fileOf = (version: RemoteVersion) => {
      const file = kinds[kind]?.(version);
      if (!file) throw new Error(`${kind}: there is none`);
      return file;
    };
    beforeEach(async () => {
      await enter();
      person.expectProblem(/Failed to find a valid digest in the 'integrity' attribute|ChunkLoadError/);
    });
    afterEach(async () => {
      await person.context.close();
      person.assertNoProblems();
    });
    /** Whether the appended code ran, and whether members see a failure notice. */
    const traces = async () => ({
      ran: await ran(person.page),
      outline: await outline(person.page),
      notices: await person.page.getByRole('alert').count(),
    });
    const none = { ran: [], outline: 'none', notices: 0 };

    it('members see the version before', async () => {
      await copy.goLiveWith(newer, older);
      await tamperWith(person.page, newer, fileOf(newer));
      await person.page.goto(page);
      await seeCircles(person.page);
      expect(await traces()).toEqual(none);
    });

    it('they see a notice where there is none, and all of it once it is whole again', async () => {
      await copy.goLiveWith(older);
      await tamperWith(person.page, older, fileOf(older));
      await person.page.goto(page);
      await seeNotice(person.page);
      expect(await traces()).toEqual({ ...none, notices: 1 });
      await person.page.unrouteAll();
      await person.page.getByRole('button', { name: 'Try again' }).click();
      await seeCircles(person.page);
      expect(await traces()).toEqual(none);
    });
  },
);

describe.runIf(isLongRun)('a version that is not whole', () => {
  const without = (file: string | undefined): RemoteVersion => {
    const { [file ?? '']: lost, ...integrity } = newer.integrity;
    if (!lost) throw new Error(`${file} has no hash to lose`);
    return { ...newer, integrity };
  };
  const naming = (file: string): RemoteVersion => {
    if (!newer.files) throw new Error('It has no files');
    return { ...newer, files: { ...newer.files, exposed: [...newer.files.exposed, file] } };
  };

  const broken: [name: string, make: () => RemoteVersion][] = [
    ['has a file without a hash', () => without(newer.files?.texts.en?.[0])],
    ['names a file that is not listed', () => naming('evil.js')],
    ['lies on another origin', () => ({ ...newer, base: 'http://localhost:9/evil/' })],
  ];
  it.each(broken)('and %s is never asked for, and the one before is shown', async (_case, make) => {
    const version = make();
    await copy.goLiveWith(version, older);
    const on = await enter();
    const asked: string[] = [];
    on.on('request', (request) => asked.push(request.url()));
    await on.goto(page);
    await seeCircles(on);
    const base = new URL(version.base, site.origin).href;
    expect(asked.filter((address) => address.startsWith(base))).toEqual([]);
    await copy.goLiveWith(version);
    await on.goto(page);
    await seeNotice(on);
    expect(await on.getByRole('alert').innerText()).toContain('REMOTE-101');
    expect(asked.filter((address) => address.startsWith(base))).toEqual([]);
    await person.context.close();
    person.assertNoProblems();
  });
});

/** Removes all script policies from a page's response headers, except the allowed hosts. */
async function withoutTheRest(route: Route): Promise<void> {
  const response = await route.fetch();
  const { 'integrity-policy': _backstop, ...headers } = response.headers();
  const policy = headers['content-security-policy'] ?? '';
  const hosts = policy.replace(/; require-trusted-types-for.*$/, '');
  expect(hosts).not.toBe(policy);
  await route.fulfill({ response, headers: { ...headers, 'content-security-policy': hosts } });
}

describe('a script of the page that tries to bring others', () => {
  const hindrances: [name: string, byHashesAlone: boolean][] = [
    ['all that stands in its way', false],
    ['the hashes alone, as in a browser without Trusted Types and Integrity-Policy', true],
  ];
  it.each(smokeCases(hindrances, ([, byHashesAlone]) => byHashesAlone))(
    'brings none, by %s',
    async (_case, byHashesAlone) => {
      await copy.goLiveWith(older);
      const on = await enter();
      if (byHashesAlone) await on.route(site.origin + page, withoutTheRest);
      const evil = 'window.ran.push("evil");';
      const sha = `sha384-${createHash('sha384').update(evil).digest('base64')}`;
      await person.context.route('**/evil.js*', (route) =>
        route.fulfill({
          body: evil,
          contentType: 'text/javascript',
          headers: { 'access-control-allow-origin': '*' },
        }),
      );
      await person.context.route('**/evil.css', (route) =>
        route.fulfill({ body: 'body { outline: 1px solid red }', contentType: 'text/css' }),
      );
      await on.goto(page);
      await seeCircles(on);
      const entry = older.files?.entry ?? '';
      const given = {
        listed: addressOf(older, entry),
        listedHash: older.integrity[entry] ?? '',
        evil: addressOf(older, 'evil.js'),
        evilHash: sha,
        evilStyle: addressOf(older, 'evil.css'),
        foreign: 'http://localhost:9/evil.js',
      };
      expect(await on.evaluate((of) => window.attack(of), given)).toEqual(['done']);
      expect(await ran(on)).toEqual([]);
      // Control: the same attempts succeed on a page without our policies.
      await on.route('**/bare', (route) =>
        route.fulfill({ body: '<title>Bare</title>', contentType: 'text/html' }),
      );
      await on.goto('/bare');
      expect(await on.evaluate((of) => window.attack(of), given)).toEqual([...possible, 'done']);
      await person.context.close();
    },
  );
});

describe.runIf(isLongRun)('a browser that knows no hashes of scripts', () => {
  const userAgent =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15';

  it('gets a page that works, and files that are checked all the same', async () => {
    await copy.goLiveWith(newer, older);
    const on = await enter({ userAgent });
    person.expectProblem(/Failed to find a valid digest in the 'integrity' attribute/);
    const answer = await on.goto('/');
    expect(await answer?.text()).not.toContain('http-equiv="Content-Security-Policy"');
    await tamperWith(on, newer, newer.files?.entry ?? '');
    await on.goto(page);
    await seeCircles(on);
    expect(await ran(on)).toEqual([]);
    await person.context.close();
    person.assertNoProblems();
  });
});

/** Attempts that succeed without policies. The listed script injects nothing there. */
const possible = [
  'another script under its own hash',
  'another script under two hashes',
  'another script in the head',
  'another script as a module',
  'another script from elsewhere',
  'an import',
  'text in a script',
  'a blob',
  'a worker',
  'eval',
  'a function of text',
  'a timer of text',
  'markup',
  'style',
];

declare global {
  // Set by attack.page.js.
  interface Window {
    ran: string[];
    attack(of: Record<string, string>): Promise<string[]>;
  }
}
