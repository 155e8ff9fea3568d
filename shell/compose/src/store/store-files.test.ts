import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prune } from '../prune.ts';
import { exampleSite } from '../testing/example-site.ts';
import { goLive } from '../testing/go-live.ts';
import { kindsOfStores, type StorePlace } from '../testing/kinds-of-stores.ts';
import { storeOfVersions } from '../testing/store-of-versions.ts';
import { verifyComposition } from '../verify-store.ts';
import { openStore } from './open-store.ts';
import type { SiteStore } from './site-store.ts';
import type { StoreFiles } from './store-files.ts';

const day = 24 * 60 * 60 * 1_000;
let place: StorePlace;
let store: SiteStore;
let files: StoreFiles;
const text = async (file: string) => (await files.read(file))?.toString() ?? null;
const record = { name: 'version.json', text: '{}' };

async function build(content: Record<string, string>): Promise<string> {
  const dist = await mkdtemp(path.join(place.dir, 'build-'));
  for (const [file, body] of Object.entries(content)) {
    await mkdir(path.dirname(path.join(dist, file)), { recursive: true });
    await writeFile(path.join(dist, file), body);
  }
  return dist;
}

describe.each(Object.keys(kindsOfStores) as (keyof typeof kindsOfStores)[])('the files of %s', (kind) => {
  beforeEach(async () => {
    place = await kindsOfStores[kind]();
    store = await openStore(place.address, exampleSite);
    ({ files } = store);
  });
  afterEach(() => place.remove());

  it('are created by exactly one of many processes', async () => {
    const tries = Array.from({ length: 8 }, (_, number) => files.create('a/b.json', String(number)));
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
    const first = await text('a/b.json');
    expect(await files.create('a/b.json', 'later')).toBe(false);
    expect(await text('a/b.json')).toBe(first);
    expect(await text('a/none.json')).toBeNull();
  });

  it('can be replaced', async () => {
    for (const content of ['1', '2']) await files.replace('live.json', content);
    expect(await text('live.json')).toBe('2');
  });

  it('are listed by folder, and recursively', async () => {
    for (let number = 10; number < 30; number += 1) await files.create(`a/${number}/x.js`, '');
    await files.create('a & b/ü.js', '');
    expect(await files.list('a')).toEqual(Array.from({ length: 20 }, (_, index) => String(index + 10)));
    expect(await files.list('')).toEqual(['a', 'a & b']);
    expect(await files.filesIn('a & b/')).toEqual(['ü.js']);
    expect(await files.filesIn('a/')).toHaveLength(20);
    expect([await files.list('none'), await files.filesIn('none/')]).toEqual([[], []]);
  });

  it('form an immutable version once its record exists', async () => {
    const dist = await build({ 'main.js': '1', 'assets/bear.svg': '<svg/>' });
    expect(await files.publish('shell/1/', dist, record)).toBe(true);
    expect(await files.filesIn('shell/1/')).toEqual(['assets/bear.svg', 'main.js', 'version.json']);
    const other = await build({ 'main.js': '2', 'assets/bear.svg': '<svg/>' });
    await files.publish('shell/1/', other, { ...record, text: '{"other":1}' }).catch(() => false);
    expect([await text('shell/1/main.js'), await text('shell/1/version.json')]).toEqual(['1', '{}']);
  });

  it('are renewed if they exist', async () => {
    await files.create('a.json', '1');
    const before = (await files.writtenAt('a.json')) ?? 0;
    vi.useFakeTimers({ now: Date.now() + 5_000, toFake: ['Date'] });
    try {
      expect(await files.renew('a.json')).toBe(true);
    } finally {
      vi.useRealTimers();
    }
    expect(await files.writtenAt('a.json')).toBeGreaterThan(before);
    expect(await text('a.json')).toBe('1');
    expect(await files.renew('none.json')).toBe(false);
    expect([await files.writtenAt('none.json'), await text('none.json')]).toEqual([null, null]);
  });

  it('are verified, and removed when unused', async () => {
    const { shell, remote } = await storeOfVersions(place.dir, place.address);
    const host = await shell('1');
    const [old, current] = [await remote('mf-quiz', '1'), await remote('mf-quiz', '2')];
    if (!host.isShell || old.isShell || current.isShell) throw new Error('A shell and two remotes');
    const id = await goLive(store, {
      host: host.record,
      apps: { 'mf-quiz': { versions: [current.record] } },
    });
    const { damages, files: read } = await verifyComposition(
      { store, environment: 'live' },
      await store.composition(id),
      () => {},
    );
    expect([damages, read > 4]).toEqual([[], true]);

    const options = { store, author: { who: 'op', why: null }, keep: 1, isDry: false };
    expect(await prune(options)).toEqual([]);
    expect(await prune({ ...options, now: Date.now() + 2 * day })).toEqual(['remotes/mf-quiz/1/']);
    expect(await files.filesIn('remotes/mf-quiz/1/')).toEqual([]);
    expect((await files.filesIn('remotes/mf-quiz/2/')).length).toBeGreaterThan(2);
    expect(await store.remoteVersion('mf-quiz', '1')).toBeNull();
    // And it can come again.
    await remote('mf-quiz', '1');
    expect(await store.remoteVersion('mf-quiz', '1')).not.toBeNull();
  });
});

describe('a bucket', () => {
  beforeEach(async () => {
    place = await kindsOfStores['a bucket']();
    store = await openStore(place.address, exampleSite);
    ({ files } = store);
  });
  afterEach(() => place.remove());

  it('recognizes its own step if the response was lost', async () => {
    place.server?.loseAnswerTo(/a\.json$/);
    expect(await files.create('a.json', 'ours')).toBe(true);
    expect(await files.create('a.json', 'theirs')).toBe(false);
  });

  it('resumes an interrupted publication, and sweeps its leftovers after a day', async () => {
    await files.create('remotes/mf-quiz/1/main.js', '1');
    expect(await store.remoteVersion('mf-quiz', '1')).toBeNull();
    const options = { store, author: { who: 'op', why: null }, keep: 1, isDry: false };
    await prune(options);
    expect(await files.filesIn('remotes/mf-quiz/1/')).toEqual(['main.js']);
    const dist = await build({ 'main.js': '1' });
    expect(await files.publish('remotes/mf-quiz/1/', dist, record)).toBe(true);
    await files.create('remotes/mf-panda/1/main.js', '1');
    await prune({ ...options, now: Date.now() + 2 * day });
    expect(await files.filesIn('remotes/mf-panda/1/')).toEqual([]);
  });

  it('keeps all files of a version that is published during a sweep', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `${index}.js`);
    const dist = await build(Object.fromEntries(names.map((name) => [name, name])));
    for (let round = 0; round < 6; round += 1) {
      const folder = `remotes/mf-quiz/${round}/`;
      for (const name of names) await files.create(folder + name, name);
      // It begins a little later each time.
      const swept = files.sweep([folder], 'version.json', Date.now() + day);
      await new Promise((resolve) => setTimeout(resolve, round * 15));
      await Promise.all([swept, files.publish(folder, dist, record)]);
      expect(await files.filesIn(folder), `round ${round}`).toEqual([...names, 'version.json'].sort());
    }
  });

  it('refuses to overwrite different files', async () => {
    await files.create('remotes/mf-quiz/1/main.js', 'evil()');
    const dist = await build({ 'main.js': '1' });
    await expect(files.publish('remotes/mf-quiz/1/', dist, record)).rejects.toThrow('with another content');
    expect(await text('remotes/mf-quiz/1/version.json')).toBeNull();
  });

  it('sets content types and cache headers', async () => {
    const dist = await build({ 'main.js': '1', 'main.js.br': 'x' });
    await files.publish('shell/1/', dist, record);
    await files.replace('live.json', '{}');
    const headers = (name: string) =>
      [...(place.server?.objects ?? [])].find(([key]) => key.endsWith(name))?.[1].headers;
    expect(headers('main.js')).toEqual({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(headers('main.js.br')).toMatchObject({ 'content-encoding': 'br' });
    expect(headers('live.json')).toMatchObject({ 'cache-control': 'no-cache' });
  });

  it('refuses another key', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another');
    const stranger = await openStore(place.address, exampleSite);
    await expect(stranger.files.replace('live.json', '{}')).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
    });
    vi.unstubAllEnvs();
    expect(place.server?.objects.size).toBe(0);
  });
});

it('recognizes addresses of buckets', async () => {
  await expect(openStore('s3://', exampleSite)).rejects.toThrow('is no bucket');
  expect((await openStore('dist', exampleSite)).files.dir).toBe(path.resolve('dist'));
});
