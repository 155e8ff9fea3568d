import type { RemoteVersion } from '@frens/compose';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { type ChangeOfText, whenCirclesRender, whenLoaded } from '../support/changed-versions.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { copySite, type SiteCopy } from '../support/site-copy.ts';
import { isLongRun, smokeCases } from '../support/smoke-cases.ts';
import { frameThere } from '../support/steps.ts';

// Every failure of a remote, provoked for real in mf-community.
const remoteFiles = '**/remotes/mf-community/**';
const area = 'Groups, meetups and service';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let copy: SiteCopy;
let site: Site;
let browser: Browser;
let person: Person;

beforeAll(async () => {
  folder = await temporaryFolder();
  copy = await copySite(folder.dir, 'mf-community');
  [site, browser] = await Promise.all([
    startSite({ dataDir: `${folder.dir}/data`, storeDir: copy.store.dir, demo: false }),
    takeBrowser(),
  ]);
});

afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

beforeEach(async () => {
  await copy.goLive(copy.original);
  person = await newPerson(browser, site.origin);
});

afterEach(async () => {
  await person.context.close();
  person.assertNoProblems();
});

/** Opens the failing area and returns its text. */
async function openFailingArea(page: Page): Promise<string> {
  // Does not wait for `load`: the HTML requests the remote's files, which may hang.
  await page.goto('/groups', { waitUntil: 'domcontentloaded' });
  const alert = page.getByRole('alert').filter({ hasText: `Not available right now: ${area}` });
  await alert.waitFor();
  return alert.innerText();
}

/**
 * Uses other pages, returns to the failure, fixes its cause, and retries.
 *
 * @returns the area's text then, and whether the document was never reloaded
 */
async function useTheRestThenRetry(page: Page, repair: () => Promise<unknown>) {
  // Before hydration links load documents.
  await frameThere(page);
  await page.evaluate(() => Object.assign(window, { samePage: true }));
  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link', { name: 'Vibe Quiz' }).click();
  await page.getByRole('heading', { level: 1, name: 'Discover Your Soul Signature' }).waitFor();
  await page.getByRole('link', { name: 'Login', exact: true }).click();
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();

  await nav.getByRole('link', { name: 'Groups' }).click();
  await page.getByRole('alert').filter({ hasText: area }).waitFor();
  await repair();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No circles available yet.').waitFor();
  const heading = await page.getByRole('heading', { level: 1 }).innerText();
  return { heading, isSamePage: await page.evaluate(() => 'samePage' in window) };
}

/** Retries once, where the failure of a rendered page is shown, and waits until the page works. */
async function retryInPlace(page: Page, repair: () => Promise<unknown>): Promise<void> {
  await frameThere(page);
  await repair();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForFunction(() => performance.getEntriesByName('mf-community mount').length > 0);
  expect(await page.getByRole('alert').count()).toBe(0);
}

/** How every failure ends. */
const recovered = { heading: 'Fren Circles', isSamePage: true };
/** For fixes by another version, which the policy of the failed document does not allow. */
const recoveredAnew = { ...recovered, isSamePage: false };
const restWorks = 'Everything else keeps working.';
/** For prerendered pages, whose HTML stays. */
const pageStays = 'You can read what has arrived';

/** How requests for these files fail, and what the browser logs. */
const lost: [name: string, files: string, logged: RegExp, answer: (route: Route) => Promise<void>][] = [
  [
    'is missing: its server refuses',
    remoteFiles,
    /remotes\/mf-community.*ERR_CONNECTION_REFUSED/,
    (route) => route.abort('connectionrefused'),
  ],
  [
    'is missing: its server answers 404',
    remoteFiles,
    /remotes\/mf-community.*status of 404/,
    (route) => route.fulfill({ status: 404, body: 'Not Found' }),
  ],
  [
    'comes without a style sheet',
    '**/remotes/mf-community/**/*.css*',
    /remotes\/mf-community.*ERR_FAILED|ChunkLoadError: Loading css chunk/,
    (route) => route.abort(),
  ],
  [
    'answers garbage',
    remoteFiles,
    /Failed to find a valid digest in the 'integrity' attribute/,
    (route) => route.fulfill({ contentType: 'text/javascript', body: '<html>{{ not a program }}</html>' }),
  ],
];

describe('a remote whose files do not come', () => {
  // Whichever file fails, the loader fails at the same stage; `load-remote.test.ts` covers the messages.
  it.runIf(isLongRun).each(lost)('%s', async (_name, files, logged, answer) => {
    const { page } = person;
    person.expectProblem(logged);
    await page.route(files, answer);

    const text = await openFailingArea(page);
    expect(text).toContain('It couldn’t be loaded.');
    expect(text).toContain('REMOTE-102');
    expect(text).toContain(pageStays);
    await retryInPlace(page, () => page.unroute(files));
  });

  it.runIf(isLongRun)('hangs: the page gives up', async () => {
    const { page } = person;
    // Never answered: the request hangs until the page times out. `load-remote.test.ts` covers the time-out.
    await page.route(remoteFiles, () => new Promise<void>(() => {}));

    await page.goto('/groups', { waitUntil: 'domcontentloaded' });
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(await page.getByRole('alert').count(), 'the frame does not wait for what hangs').toBe(0);

    const text = await openFailingArea(page);
    expect(text).toMatch(/It couldn’t be loaded\./);
    expect(await useTheRestThenRetry(page, () => page.unroute(remoteFiles))).toEqual(recovered);
  });
});

/** A live composition with another record, which publishing would refuse, but an older shell may meet. */
function withRecord(change: (version: RemoteVersion) => void): RemoteVersion {
  const version = structuredClone(copy.version);
  change(version);
  return version;
}

describe('a remote that is published broken', () => {
  const broken: Record<string, RemoteVersion> = {};
  const brokenBy = (name: string) => {
    const version = broken[name];
    if (!version) throw new Error(`${name} was not made`);
    return version;
  };

  beforeAll(async () => {
    const changes: Record<string, ChangeOfText> = {
      'throws when loaded': whenLoaded(`throw new Error('Broken on load')`),
      'wrong contract': (text) => text.replace(/\bcontract:1\b/, 'contract:2'),
      'throws when rendered': whenCirclesRender(`throw new Error('Broken on render')`),
    };
    for (const [index, [name, change]] of Object.entries(changes).entries())
      broken[name] = await copy.publishAgain(`feedfacad${index}`, change);
    broken['wrong platform'] = withRecord(({ descriptor }) => {
      descriptor.platform = 2;
    });
    broken['names that are not there'] = withRecord(({ built }) => {
      built?.platform.names.push('sparkle');
    });
  });

  // The prerendered page of a version with unchanged files stays; the other versions were never rendered.
  const noticed: [name: string, words: RegExp, rest: string, logged: RegExp | null, end: typeof recovered][] =
    [
      ['throws when loaded', /It couldn’t be started\./, restWorks, /Broken on load/, recoveredAnew],
      ['wrong contract', /Its version doesn’t fit the rest of the site\./, restWorks, null, recoveredAnew],
      ['wrong platform', /Its version doesn’t fit the rest of the site\./, restWorks, null, recovered],
      [
        'names that are not there',
        /Its version doesn’t fit the rest of the site\./,
        pageStays,
        null,
        recovered,
      ],
      [
        'throws when rendered',
        /It stopped because of an error on this page\./,
        restWorks,
        /Broken on render/,
        recoveredAnew,
      ],
    ];
  it.runIf(isLongRun).each(noticed)('%s', async (name, words, rest, logged, end) => {
    const { page } = person;
    if (logged) person.expectProblem(logged);
    await copy.goLiveWith(brokenBy(name));

    const text = await openFailingArea(page);
    expect(text).toMatch(words);
    expect(text).toContain(rest);
    expect(text).toContain('mf-community');
    const repair = () => copy.goLive(copy.original);
    expect(await useTheRestThenRetry(page, repair)).toEqual(end);
  });

  // With a fallback, members see the previous version, and all other remotes as usual.
  const hidden: [name: string, logged: RegExp | null][] = [
    ['throws when loaded', null],
    ['wrong contract', null],
    ['throws when rendered', /Broken on render/],
  ];
  it.each(smokeCases(hidden, ([name]) => name === 'throws when rendered'))(
    '%s: the version before is shown',
    async (name, logged) => {
      if (logged) person.expectProblem(logged);
      await copy.goLiveWith(brokenBy(name), copy.version);
      expect(await seeTheVersionBefore(person.page)).toEqual({ notices: 0, isSamePage: true });
    },
  );

  const gone: [name: string, logged: RegExp | null, answer: (route: Route) => Promise<void>][] = [
    ['its files are gone', /status of 404/, (route) => route.fulfill({ status: 404, body: 'Not Found' })],
    ['its files hang', null, () => new Promise<void>(() => {})],
    [
      'its files are garbage',
      /Failed to find a valid digest in the 'integrity' attribute/,
      (route) => route.fulfill({ contentType: 'text/javascript', body: '<html>{{ not a program }}</html>' }),
    ],
  ];
  it.runIf(isLongRun).each(gone)('%s: the version before is shown', async (_case, logged, answer) => {
    const newer = brokenBy('wrong contract');
    if (logged) person.expectProblem(logged);
    await person.page.route(`**${newer.base}**`, answer);
    await copy.goLiveWith(newer, copy.version);
    expect(await seeTheVersionBefore(person.page)).toEqual({ notices: 0, isSamePage: true });
  });
});

/** Opens the area, leaves and returns: it is there without a notice, in the same document. */
async function seeTheVersionBefore(page: Page) {
  await page.goto('/groups', { waitUntil: 'domcontentloaded' });
  await page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
  await page.getByText('No circles available yet.').waitFor();
  await page.evaluate(() => Object.assign(window, { samePage: true }));
  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link', { name: 'Vibe Quiz' }).click();
  await page.getByRole('heading', { level: 1, name: 'Discover Your Soul Signature' }).waitFor();
  await page.getByRole('link', { name: 'Login', exact: true }).click();
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
  await nav.getByRole('link', { name: 'Groups' }).click();
  await page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
  return {
    notices: await page.getByRole('alert').count(),
    isSamePage: await page.evaluate(() => 'samePage' in window),
  };
}
