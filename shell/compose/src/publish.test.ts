import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sourceFingerprint } from './build/build-version.js';
import { remember } from './build/builds.ts';
import { type MadeVersion } from './built-version.ts';
import { trendText } from './gate/budgets.ts';
import type { RemoteVersion } from './model/composition.ts';
import { findProject, type Project } from './project.ts';
import { promote } from './promote.ts';
import { publish } from './publish.ts';
import { receiptOf, receiptText } from './receipt.ts';
import { receiptPage } from './receipt-page.ts';
import { exampleSite } from './testing/example-site.ts';
import { type StoreOfVersions, storeOfVersions } from './testing/store-of-versions.ts';

// A team's checkout with mf-quiz alone. Its sources count as built already, so no bundler runs: what builds make is tested in `build/`.
let versions: StoreOfVersions;
let project: Project;

beforeEach(async () => {
  versions = await storeOfVersions();
  const checkout = path.join(versions.dir, 'checkout');
  await mkdir(path.join(checkout, 'mf-quiz/src'), { recursive: true });
  await writeFile(path.join(checkout, 'compose.config.js'), '');
  await writeFile(path.join(checkout, 'mf-quiz/remote.json'), '{}');
  const found = findProject(path.join(checkout, 'mf-quiz/src'));
  if (!found) throw new Error('The checkout was not found from inside');
  project = found;
  const target = { store: versions.store, environment: 'live', author: { who: 'ada', why: null } };
  const made = [
    await versions.shell('1'),
    await versions.remote('mf-quiz', '1'),
    await versions.remote('mf-panda', '1'),
  ];
  await promote(target, { versions: made }, {});
  await versions.store.saveApiCalls('live', ['GET /api/user']);
});
afterEach(() => versions.remove());

/** Publishes the checkout, whose sources gave this version. */
async function publishAs({ record }: MadeVersion, together: MadeVersion[] = []) {
  const dir = path.join(project.dir, 'mf-quiz');
  const hint = path.join(
    project.dir,
    '.cache/builds/mf-quiz',
    sourceFingerprint(dir, project.dir, exampleSite.buildInputs),
  );
  await remember({ name: 'mf-quiz', dir, hint, known: null }, record.version);
  const { store } = versions;
  return publish({ store, project, environment: 'live', names: ['mf-quiz'], together, say: () => {} });
}
const quiz = (changes: Partial<RemoteVersion> = {}) => versions.remote('mf-quiz', '2', changes);
const built = (changes: Partial<NonNullable<RemoteVersion['built']>>) => ({
  built: {
    platform: { version: '1.0.0', names: ['useSession'] },
    routes: ['/quiz'],
    hasSignedInHook: false,
    links: [],
    calls: [],
    ...changes,
  },
});

it('does not change what is live', async () => {
  const before = await versions.store.head();
  await publishAs(await quiz());
  expect(await versions.store.head()).toEqual(before);
});

it('refuses an invalid remote.json before building', async () => {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const { store } = versions;
  await expect(
    publish({ store, project, environment: 'live', names: ['mf-quiz'], say }),
  ).rejects.toMatchObject({
    kind: 'misfit',
    reasons: expect.arrayContaining([expect.stringMatching(/^mf-quiz\/remote\.json:1: name: /)]),
  });
  expect(said).toEqual([]);
});

/** What stands around a version of which nothing more is known. */
const around = {
  site: exampleSite,
  host: null,
  source: null,
  why: null,
  origins: { site: null, remotes: [], hasDevPages: false },
};

it('ends with a receipt: pages, sizes and changed needs', async () => {
  const live = await versions.store.remoteVersion('mf-quiz', '1');
  const [published] = await publishAs(await quiz(built({ calls: ['GET /api/user'] })));
  if (!published) throw new Error('Nothing was published');
  const promoting = 'npx frens-compose promote mf-quiz@2 --env staging';
  const receipt = receiptOf(published, { ...around, live, promote: promoting });
  expect(receipt).toMatchObject({
    name: 'mf-quiz',
    version: '2',
    pages: ['/quiz'],
    preview: '/quiz?compose=mf-quiz@2',
    live: { version: '1', bytes: expect.any(Number) },
    difference: { calls: { added: ['GET /api/user'], removed: [] }, platform: { added: [], removed: [] } },
  });
  expect(receipt.bytes).toBeGreaterThan(0);
  const sizes = { ...published.record.sizes, 'exposed.js': { bytes: 9, gzip: 7, brotli: 1 } };
  const before = { ...published.record, version: '1', sizes };
  const { budgets } = receiptOf(published, { ...around, live: before, promote: promoting });
  expect(budgets.map(trendText)).toEqual([
    expect.stringMatching(/^entry 0\.0 kB of 9 kB gzip, ±0$/),
    expect.stringMatching(/^page \/quiz 0\.0 kB of 35 kB gzip, \+\d+ B$/),
  ]);
  expect(receiptText(receipt, { site: 'https://frens.example' })).toMatch(
    /one tab: https:\/\/frens\.example\/quiz\?compose=mf-quiz@2\n.*staging --at https:\/\/frens\.example$/,
  );
  expect(receiptText(receipt)).toMatch(
    /calls +\+ GET \/api\/user\n.*receipts\/mf-quiz\/2\.html.*\n.*\n.*npx frens-compose promote mf-quiz@2 --env staging$/,
  );
});

it('stores the receipt as a page without scripts', async () => {
  const [published] = await publishAs(await quiz(built({ calls: ['GET /api/user'] })));
  if (!published) throw new Error('Nothing was published');
  const host = await versions.store.shellVersion('1');
  const receipt = receiptOf(published, {
    ...around,
    live: await versions.store.remoteVersion('mf-quiz', '1'),
    host,
    promote: 'npx frens-compose promote mf-quiz@2',
    source: { commit: '3fa2c1d8'.repeat(5), author: 'Ada & Bo', subject: 'ask more', isChanged: true },
    why: 'the fair',
    pictures: { summary: '2 of 9 stories <look> otherwise.', hasPage: true },
    origins: { site: 'https://frens.example', remotes: [], hasDevPages: true },
  });
  expect(receiptText(receipt)).toMatch(
    /pictures +2 of 9 .* https:\/\/frens\.example\/dev\/receipts\/mf-quiz\/2\.pictures\n +receipt +https:\/\/frens\.example\/dev\/receipts\/mf-quiz\/2\n.* https:\/\/frens\.example\/quiz\?compose=mf-quiz@2\n/,
  );
  const evil = '<script>alert(1)</script>';
  receipt.difference.platform.removed = [evil];
  const page = receiptPage(receipt, '2026-11-22T12:00:00.000Z');
  for (const part of [
    '<title>mf-quiz@2</title>',
    '<a href="https://frens.example/quiz?compose=mf-quiz@2">/quiz</a>',
    '<code>3fa2c1d8+</code> ask more, Ada &#38; Bo',
    '<td>the fair</td>',
    '<a href="2.pictures">2 of 9 stories &#60;look&#62; otherwise.</a>',
    '2026-11-22T12:00:00.000Z, against <code>1</code>',
    '<code>+ GET /api/user</code>',
    '<code>@example/platform</code> 1.0.0, from shell 1',
    '<code>npx frens-compose promote mf-quiz@2</code>',
    '<a href="https://frens.example/quiz?compose=mf-quiz@2&#38;scenario=failing">failing</a>',
  ])
    expect(page).toContain(part);
  expect(page).not.toContain(evil);
  expect(page.match(/<th scope="row">Pages</g)).toHaveLength(1);
});

it.each<[string, Partial<RemoteVersion>, string]>([
  [
    'a name of the platform that the live shell does not offer',
    built({ platform: { version: '1.0.0', names: ['sparkle'] } }),
    'needs of the platform what this shell has not: sparkle',
  ],
  [
    'a call that the live API does not offer',
    built({ calls: ['POST /api/wishes'] }),
    'calls POST /api/wishes, which the API has not',
  ],
  ['a file without a hash', { integrity: {} }, 'has no hash of entry.js'],
  [
    'the container of another',
    { mf: 'mf_panda_1' },
    'names its container mf_panda_1, and its own name is mf_quiz_2',
  ],
  [
    'the folder of another',
    { base: '/remotes/mf-panda/1/' },
    'is served from /remotes/mf-panda/1/, and its own folder is /remotes/mf-quiz/2/',
  ],
])('refuses %s', async (_case, changes, sentence) => {
  await expect(publishAs(await quiz(changes))).rejects.toThrow(`mf-quiz 2 ${sentence}`);
});

it('refuses the page and the name of another remote', async () => {
  const { descriptor } = (await versions.store.remoteVersion('mf-panda', '1')) ?? {};
  if (!descriptor) throw new Error('mf-panda is not there');
  const stolen = { ...descriptor, name: 'mf-quiz' };
  await expect(
    publishAs(await quiz({ ...built({ routes: ['/panda'] }), descriptor: stolen })),
  ).rejects.toThrow('mf-quiz 2 takes the path /panda of mf-panda');
  await expect(publishAs(await versions.remote('mf-quiz', '3', { descriptor }))).rejects.toThrow(
    'mf-quiz 3 calls itself mf-panda',
  );
});

it('checks it against the versions that it will go live with', async () => {
  const eager = built({ platform: { version: '1.0.0', names: ['sparkle'] } });
  const version = await quiz(eager);
  await publishAs(version, [await versions.shell('2', ['useSession', 'sparkle'])]);
  await expect(publishAs(version)).rejects.toThrow('sparkle');
});

it('publishes only workspaces of the checkout', async () => {
  const { store } = versions;
  await expect(
    publish({ store, project, environment: 'live', names: ['mf-panda'], say: () => {} }),
  ).rejects.toThrow('There is no mf-panda here');
});
