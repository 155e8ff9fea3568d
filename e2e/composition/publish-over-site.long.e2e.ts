import { cp } from 'node:fs/promises';
import { addToken } from '@frens/compose/server';
import { SiteStore } from '@frens/compose/store';
import { site as definition } from '@frens/contract/site';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, takeBrowser } from '../support/browser.ts';
import { createWorkshop, type RemoteWorkshop } from '../support/remote-workshop.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';

// A team with its own remote and a token publishes over the site, without access to the store.

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let workshop: RemoteWorkshop;
let store: SiteStore;
let site: Site;
let browser: Browser;

beforeAll(async () => {
  folder = await temporaryFolder();
  workshop = await createWorkshop(folder.dir, 'mf-community');
  store = new SiteStore(`${folder.dir}/site`, definition);
  await cp(workshop.store.dir, store.dir, { recursive: true });
  [site, browser] = await Promise.all([
    startSite({
      dataDir: `${folder.dir}/data`,
      storeDir: store.dir,
      demo: false,
      env: { PUBLISHING: 'true' },
    }),
    takeBrowser(),
  ]);
});
afterEach(() => {
  delete process.env.COMPOSE_TOKEN;
});
afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

it('publishes and promotes its remote over the site, which members see with nothing else built', async () => {
  const own = await workshop.store.files.filesIn('');
  process.env.COMPOSE_TOKEN = await addToken(store, {
    name: 'circles',
    remotes: ['mf-community'],
    mayPromote: true,
  });
  const file = 'locales/en.json';
  await workshop.edit(
    file,
    (text) => text.replace('"{{product}} Circles"', '"Circles of the Grove"'),
    async () => {
      const { code, out, err } = await workshop.compose(
        'publish',
        'mf-community',
        '--promote',
        '--why',
        'a warmer name',
        '--at',
        site.origin,
      );
      expect(code, err).toBe(0);
      expect(out).toMatch(/^[0-9a-f]+ is live/m);
    },
  );
  const person = await newPerson(browser, site.origin);
  await person.page.goto('/groups');
  await person.page.getByRole('heading', { level: 1, name: 'Circles of the Grove' }).waitFor();
  person.assertNoProblems();
  const history = await workshop.compose('history', '--limit', '1', '--at', site.origin);
  expect(history.out).toMatch(/promote .* circles {2}a warmer name/);
  expect(await workshop.store.files.filesIn(''), 'the store beside the checkout is not touched').toEqual(own);
});

it('is told what is wrong with a token, and changes nothing by it', async () => {
  const before = await store.liveId();
  process.env.COMPOSE_TOKEN = await addToken(store, {
    name: 'panda',
    remotes: ['mf-panda'],
    mayPromote: false,
  });
  const refused = await workshop.compose('publish', 'mf-community', '--at', site.origin);
  expect([refused.code, refused.err]).toEqual([
    9,
    expect.stringContaining('The token panda does not publish mf-community.'),
  ]);
  expect((await workshop.compose('rollback', '--at', site.origin)).code).toBe(9);
  process.env.COMPOSE_TOKEN = 'compose_panda_nonsense';
  const unknown = await workshop.compose('status', '--at', site.origin);
  expect([unknown.code, unknown.err]).toEqual([
    9,
    expect.stringContaining('the token is unknown or was revoked'),
  ]);
  const plain = await workshop.compose('status', '--at', 'http://frens.example');
  expect([plain.code, plain.err]).toEqual([2, expect.stringContaining('Tokens are sent over https only')]);
  expect(await store.liveId()).toBe(before);
});
