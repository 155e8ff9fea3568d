import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { admitFrom } from './admit-from.ts';
import { promote, surroundingsOf } from './promote.ts';
import { readVersion } from './read-version.ts';
import { repair } from './repair.ts';
import { rollback } from './rollback.ts';
import { integrityOf } from './store/integrity.ts';
import { type StoreOfVersions, storeOfVersions } from './testing/store-of-versions.ts';
import { verifyComposition } from './verify-store.ts';

// A team that publishes to a store of its own, on an origin that is not the site's.
let site: StoreOfVersions;
let away: StoreOfVersions;
let server: Server;
let origin = '';
/** What the other origin answers instead, by the end of an address. */
const instead = new Map<string, { status?: number; body?: string; headers?: Record<string, string> }>();
let asked: string[] = [];

const types: Record<string, string> = { js: 'text/javascript; charset=utf-8', json: 'application/json' };

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const address = request.url ?? '';
  asked.push(address);
  const other = [...instead].find(([end]) => address.endsWith(end))?.[1];
  const content = other?.body ?? (await away.store.files.read(address.slice('/teams/'.length)));
  response.writeHead(other?.status ?? (content === null ? 404 : 200), {
    'content-type': types[address.split('.').at(-1) ?? ''] ?? 'text/plain',
    'access-control-allow-origin': '*',
    ...other?.headers,
  });
  response.end(content);
}

beforeAll(async () => {
  away = await storeOfVersions();
  await away.remote('mf-quiz', '2');
  await away.remote('mf-panda', '2');
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address with a port.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await away.remove();
});

const author = { who: 'ada', why: null };
const target = () => ({ store: site.store, environment: 'live', author });
const addressOf = (name: string) => `${origin}/teams/remotes/${name}/2/`;
const admit = (address = addressOf('mf-quiz')) =>
  admitFrom(site.store, { address, environment: 'live', say: () => {} });
const goLive = async (text: string, force = false) =>
  promote(
    target(),
    { versions: [await readVersion(site.store, text)] },
    await surroundingsOf(target(), null),
    { force },
  );
const damages = async () => {
  const live = await site.store.composition((await site.store.liveId()) ?? '');
  return (await verifyComposition(target(), live, () => {})).damages;
};

beforeEach(async () => {
  site = await storeOfVersions();
  const versions = [await site.shell('1'), await site.remote('mf-quiz', '1')];
  await promote(target(), { versions }, {});
  await site.store.saveOrigins('live', { site: 'https://frens.example', remotes: [origin] });
  asked = [];
});
afterEach(async () => {
  instead.clear();
  await site.remove();
});

it('publishes its record without its files, with a receipt', async () => {
  const receipt = await admit();
  expect(receipt).toMatchObject({
    name: 'mf-quiz',
    version: '2',
    from: addressOf('mf-quiz'),
    promote: 'npx frens-compose promote mf-quiz@2',
  });
  expect(await site.store.files.filesIn('remotes/mf-quiz/2/')).toEqual(['version.json']);
  const own = await away.store.remoteVersion('mf-quiz', '2');
  expect(await site.store.remoteVersion('mf-quiz', '2')).toEqual({ ...own, base: addressOf('mf-quiz') });
  expect((await admit()).isNew, 'the same is published once').toBe(false);
});

it('goes live, is verified in place, can be rolled back, and is not copied by a repair', async () => {
  await admit();
  await goLive('mf-quiz@2');
  expect(await damages()).toEqual([]);
  await rollback(target(), {});
  await rollback(target(), { to: '2', force: true });
  expect(
    (await repair(site.store, { name: 'mf-quiz', version: '2' }, () => Promise.reject())).written,
  ).toEqual([]);

  instead.set('mf-quiz/2/entry.js', { body: 'evil()' });
  instead.set('mf-quiz/2/exposed.js', { status: 404 });
  expect(await damages()).toEqual([
    `${addressOf('mf-quiz')}entry.js was changed`,
    `${addressOf('mf-quiz')}exposed.js is missing`,
  ]);
  await rollback(target(), { to: '1' });
  await expect(goLive('mf-quiz@2', true)).rejects.toMatchObject({ kind: 'damaged' });
});

it('fetches nothing from unknown origins, and promotes nothing from them', async () => {
  await site.store.saveOrigins('live', { site: 'https://frens.example', remotes: ['https://cdn.example'] });
  await expect(admit()).rejects.toMatchObject({
    kind: 'misfit',
    message: expect.stringContaining('is none of the origins of live (https://cdn.example)'),
  });
  expect(asked).toEqual([]);
  await site.store.saveOrigins('live', { site: 'https://frens.example', remotes: [origin] });
  await admit();
  await site.store.saveOrigins('live', { site: 'https://frens.example', remotes: [] });
  await expect(goLive('mf-quiz@2')).rejects.toMatchObject({
    kind: 'misfit',
    reasons: [expect.stringContaining(`is served from ${addressOf('mf-quiz')}`)],
  });
});

it.each([
  ['a changed file', 'entry.js', { body: 'evil()' }, '/entry.js was changed'],
  ['a missing file', 'exposed.js', { status: 404 }, '/exposed.js is missing'],
  [
    'files that pages of the site may not read',
    'entry.js',
    { headers: { 'access-control-allow-origin': 'https://other.example' } },
    'entry.js is not for pages of https://frens.example',
  ],
  [
    'a script that is sent as text',
    'entry.js',
    { headers: { 'content-type': 'text/plain' } },
    'entry.js is sent as "text/plain"',
  ],
])('refuses %s, and stores nothing', async (_case, file, other, reason) => {
  instead.set(`mf-quiz/2/${file}`, other);
  await expect(admit()).rejects.toMatchObject({
    kind: 'misfit',
    reasons: [expect.stringContaining(reason)],
  });
  expect(await site.store.remoteVersion('mf-quiz', '2')).toBeNull();
});

it('refuses too many files and too many bytes', async () => {
  const own = await away.store.remoteVersion('mf-quiz', '2');
  const names = (count: number) => Array.from({ length: count }, (_, index) => `file-${index}.js`);
  const record = (files: string[], hash: string) =>
    JSON.stringify({ ...own, integrity: Object.fromEntries(files.map((file) => [file, hash])) });

  instead.set('version.json', { body: record(names(501), integrityOf('1')) });
  await expect(admit()).rejects.toMatchObject({
    kind: 'misfit',
    message: `${addressOf('mf-quiz')} has 501 files, and a version may have 500.`,
  });
  expect(asked, 'none of them is asked for').toEqual(['/teams/remotes/mf-quiz/2/version.json']);

  const large = 'x'.repeat(1024 * 1024);
  instead.set('version.json', { body: record(names(17), integrityOf(large)) });
  instead.set('.js', { body: large });
  await expect(admit()).rejects.toMatchObject({
    kind: 'misfit',
    message: `${addressOf('mf-quiz')} has more than 16 MB of files: that is too much.`,
  });
  expect(await site.store.remoteVersion('mf-quiz', '2')).toBeNull();
});

it.each([
  [
    'are no longer for pages of the site',
    { 'access-control-allow-origin': 'https://other.example' },
    'is not for pages of https://frens.example',
  ],
  ['are sent as something else by now', { 'content-type': 'text/plain' }, 'is sent as "text/plain"'],
])('refuses to promote it, and reports it when live, if its files %s', async (_case, headers, reason) => {
  const told = `${addressOf('mf-quiz')}entry.js ${reason}`;
  await admit();
  instead.set('mf-quiz/2/entry.js', { headers });
  await expect(goLive('mf-quiz@2')).rejects.toMatchObject({
    kind: 'damaged',
    reasons: [expect.stringContaining(told)],
  });
  instead.clear();
  await goLive('mf-quiz@2');
  await goLive('mf-quiz@1');
  instead.set('mf-quiz/2/entry.js', { headers });
  expect(await damages(), 'as what is fallen back to').toEqual([expect.stringContaining(told)]);
  await expect(rollback(target(), {})).rejects.toMatchObject({ kind: 'damaged' });
});

it('refuses an invalid, foreign or missing record', async () => {
  const record = JSON.stringify(await away.store.remoteVersion('mf-quiz', '2'));
  const say = async (body: string) => {
    instead.set('version.json', { body });
    return admit().then(
      () => 'taken',
      (error: Error) => error.message,
    );
  };
  expect(await say('{}')).toMatch(/is no record of a version[^]*\n {2}descriptor: /);
  expect(await say('<!doctype html>\n<title>Sign in</title>')).toMatch(
    /is no record of a version of a remote:\n {2}all of it: Unexpected token '<'.*$/,
  );
  expect(await say(record.replace('"platform":1', '"platform":"one"'))).toContain(
    '\n  descriptor.platform: ',
  );
  expect(await say(record.replace('"version":"2"', '"version":"3"'))).toContain('it calls itself 3');
  expect(await say(record.replaceAll('mf-quiz', 'mf-panda'))).toContain('it calls itself mf-panda');
  expect(
    await say(
      record
        .replace('"integrity":{', '"integrity":{"../evil.js":"sha256-')
        .replace('sha256-"', `sha256-${'A'.repeat(43)}=","`),
    ),
  ).toMatch(/no name of a file|no record/);
  expect(await say(record.replace('"base":"/remotes', '"base":"https://evil.example/remotes'))).toContain(
    'it says that it lies in https://evil.example',
  );
  instead.set('version.json', { status: 404 });
  await expect(admit()).rejects.toMatchObject({ kind: 'unknown' });
  instead.set('version.json', { status: 302, headers: { location: '/elsewhere' } });
  await expect(admit()).rejects.toMatchObject({ kind: 'damaged' });
});

it('passes the same gate as a version built here', async () => {
  instead.set('mf-panda/2/version.json', {
    body: JSON.stringify(await away.store.remoteVersion('mf-panda', '2')).replaceAll('/panda', '/quiz'),
  });
  await expect(admit(addressOf('mf-panda'))).rejects.toMatchObject({
    kind: 'misfit',
    reasons: expect.arrayContaining([expect.stringContaining('takes the path /quiz of mf-quiz')]),
  });
});

it("keeps the site's own version if another origin has one of the same name", async () => {
  await site.remote('mf-quiz', '2');
  await expect(admit()).rejects.toMatchObject({ message: expect.stringContaining('is published already') });
});

it('does not replace a removed version of the site in a rollback', async () => {
  await site.remote('mf-quiz', '2');
  await goLive('mf-quiz@2');
  await rm(site.store.file('remotes/mf-quiz/2'), { recursive: true });
  await admit();
  await goLive('mf-quiz@2');
  const live = await site.store.composition((await site.store.liveId()) ?? '');
  expect(live.apps['mf-quiz']?.versions.map(({ base }) => base)).toEqual([
    addressOf('mf-quiz'),
    '/remotes/mf-quiz/1/',
  ]);
  await goLive('mf-quiz@1');
  await expect(rollback(target(), { to: '2' })).rejects.toMatchObject({
    kind: 'unknown',
    reasons: ['mf-quiz@2'],
  });
  await rollback(target(), { to: '3' });
  expect(await damages()).toEqual([]);
});

it.each([
  '',
  'remotes/mf-quiz/2',
  'remotes/mf-quiz/2/?x',
  'remotes/mf-quiz/2/#x',
  'remotes/../remotes/mf-quiz/2/',
])('refuses an address that is no folder of a version: %s', async (path) => {
  await expect(admit(`${origin}/${path}`)).rejects.toMatchObject({ kind: 'usage' });
  expect(asked).toEqual([]);
});
