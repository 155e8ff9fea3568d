import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { finishAssets } from '../build/built-assets.ts';
import { federationName } from '../build/remote-build.js';
import { importVersion, WholeVersion } from '../import-version.ts';
import { RemoteDescriptor, RemoteVersion } from '../model/composition.ts';
import { prune } from '../prune.ts';
import { repair } from '../repair.ts';
import { exampleSite } from '../testing/example-site.ts';
import { goLive } from '../testing/go-live.ts';
import { kindsOfStores, type StorePlace } from '../testing/kinds-of-stores.ts';
import { storeOfVersions } from '../testing/store-of-versions.ts';
import { verifyComposition } from '../verify-store.ts';
import { openStore } from './open-store.ts';
import { remotePath, type SiteStore, sharedPath } from './site-store.ts';

const day = 24 * 60 * 60 * 1_000;
const shared = sharedPath('mf-quiz');
const entry = (version: string) => `entry.${version.padStart(8, '0')}.js`;
const [kept, own] = ['kept.0a0a0a0a.js', 'own.0b0b0b0b.js'];
let place: StorePlace;
let store: SiteStore;

/** Publishes a version with an entry of its own and other files that are shared. */
async function publish(version: string, files: Record<string, string>): Promise<RemoteVersion> {
  const dist = await mkdtemp(path.join(place.dir, 'build-'));
  for (const [file, text] of Object.entries({ [entry(version)]: version, ...files }))
    await writeFile(path.join(dist, file), text);
  const record = RemoteVersion.parse({
    version,
    mf: federationName('mf-quiz', version),
    base: `/${shared}`,
    descriptor: RemoteDescriptor.parse({
      name: 'mf-quiz',
      platform: 1,
      area: { en: 'Quiz', es: 'Test' },
      paths: [{ path: '/quiz', access: 'public' }],
    }),
    files: { entry: entry(version), exposed: Object.keys(files), routes: {}, texts: { en: [], es: [] } },
    ...(await finishAssets(dist)),
  });
  await store.publish(remotePath('mf-quiz', version), dist, record);
  return record;
}

const scriptsThere = async () =>
  (await store.files.filesIn(shared)).filter((file) => file.endsWith('.js')).sort();
const pruneIn = (days: number) =>
  prune({ store, author: { who: 'op', why: null }, keep: 1, isDry: false, now: Date.now() + days * day });

/** Makes a version live, and says what is wrong with the files of the composition. */
async function show(record: RemoteVersion): Promise<() => Promise<string[]>> {
  const { shell } = await storeOfVersions(place.dir, place.address);
  const host = await shell('1');
  if (!host.isShell) throw new Error('A shell');
  const id = await goLive(store, { host: host.record, apps: { 'mf-quiz': { versions: [record] } } });
  return async () =>
    (await verifyComposition({ store, environment: 'live' }, await store.composition(id), () => {})).damages;
}

describe.each(Object.keys(kindsOfStores) as (keyof typeof kindsOfStores)[])('shared files of %s', (kind) => {
  beforeEach(async () => {
    place = await kindsOfStores[kind]();
    store = await openStore(place.address, exampleSite);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await place.remove();
  });

  it('are stored once, until no version has needed them for a day', async () => {
    await publish('1', { [kept]: 'kept', [own]: 'own' });
    const second = await publish('2', { [kept]: 'kept' });
    const damages = await show(second);
    expect(await store.files.filesIn(remotePath('mf-quiz', '2'))).toEqual(['version.json']);
    expect(await store.versionNames('mf-quiz')).toEqual(['1', '2']);
    expect(await scriptsThere()).toEqual([entry('1'), entry('2'), kept, own].sort());
    expect(await pruneIn(0)).toEqual([]);
    expect(await scriptsThere()).toHaveLength(4);

    expect(await pruneIn(2)).toEqual(['remotes/mf-quiz/1/']);
    expect(await scriptsThere()).toEqual([entry('2'), kept].sort());
    expect(await damages()).toEqual([]);
  });

  it('are refused if the name has other content, and nothing is recorded', async () => {
    await publish('1', { [kept]: 'kept' });
    await expect(publish('2', { [kept]: 'evil' })).rejects.toThrow(
      `${shared}${kept} is in the store with another`,
    );
    expect(await store.remoteVersion('mf-quiz', '2')).toBeNull();
  });

  it('are refused from elsewhere if their names do not match their content', async () => {
    const hash = createHash('sha256').update('own').digest('hex').slice(0, 8);
    const files = { [kept]: 'evil', [`own.${hash}.js`]: 'own', 'main.00000001.js': 'of this version' };
    const record = await publish('1-00000001', files);
    const built = {
      platform: { version: '1', names: [] },
      calls: [],
      links: [],
      routes: [],
      hasSignedInHook: false,
    };
    const dist = await mkdtemp(path.join(place.dir, 'build-'));
    for (const [file, text] of Object.entries({ [entry('1-00000001')]: '1-00000001', ...files }))
      await writeFile(path.join(dist, file), text);
    const upload = {
      record: WholeVersion.parse({ ...record, built }),
      dist,
      kept: dist,
      environment: 'live',
    };
    await expect(importVersion(store, upload)).rejects.toMatchObject({ reasons: [kept] });
  });

  it('are refused to the later of two publishers with different content', async () => {
    const done = await Promise.allSettled([
      publish('1', { [kept]: 'one' }),
      publish('2', { [kept]: 'other', [own]: 'own' }),
    ]);
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('are refused to a publisher whom another one overtakes after the check', async () => {
    const renew = store.files.renew.bind(store.files);
    vi.spyOn(store.files, 'renew').mockImplementation(async (file) => {
      if (file === shared + kept) await store.files.create(file, 'other');
      return renew(file);
    });
    await expect(publish('1', { [kept]: 'one' })).rejects.toThrow('with another content');
  });

  it('are restored by publishing again', async () => {
    const damages = await show(await publish('1', { [kept]: 'kept' }));
    await store.files.remove(shared + kept);
    await publish('1', { [kept]: 'kept' });
    expect(await damages()).toEqual([]);
  });

  it('are verified and repaired with their versions', async () => {
    const damages = await show(await publish('1', { [kept]: 'kept' }));
    await store.files.mend(shared + kept, Buffer.from('evil()'));
    expect(await damages()).toEqual([`${shared}${kept} was changed`]);
    const source = () => Promise.reject(new Error('not needed'));
    const { written } = await repair(store, { name: 'mf-quiz', version: '1' }, source);
    expect(written).toEqual([shared + kept]);
    expect(await damages()).toEqual([]);
  });

  it('survive a concurrent removal if a version with them is published', async () => {
    await publish('1', { [kept]: 'kept' });
    let second: RemoteVersion | null = null;
    const remove = store.files.remove.bind(store.files);
    vi.spyOn(store.files, 'remove').mockImplementation(async (file) => {
      if (file === shared + kept) second ??= await publish('2', { [kept]: 'kept' });
      await remove(file);
    });
    await pruneIn(2);
    if (!second) throw new Error('The file was not removed');
    expect(await (await show(second))()).toEqual([]);
  });

  it('are removed by one prune at a time only', async () => {
    await show(await publish('1', { [kept]: 'kept' }));
    await show(await publish('2', { [kept]: 'kept' }));
    const setAside = store.files.setAside.bind(store.files);
    const second = vi.fn(() => pruneIn(0).catch(String));
    vi.spyOn(store.files, 'setAside').mockImplementation(async (...args) => {
      const remove = await setAside(...args);
      await second();
      return remove;
    });
    expect(await pruneIn(2)).toEqual(['remotes/mf-quiz/1/']);
    expect(await second.mock.results[0]?.value).toContain('Another prune is running');
    // Later one follows an interrupted one.
    await store.files.create('prune.lock', 'interrupted');
    expect(await pruneIn(2)).toEqual([]);
    expect(await store.files.read('prune.lock')).toBeNull();
    // Nor takes one away the lock that another has by now.
    vi.spyOn(store.files, 'setAside').mockImplementation(async () => {
      await store.files.replace('prune.lock', 'of another');
      return async () => {};
    });
    await publish('3', { [kept]: 'kept' });
    await expect(pruneIn(2)).rejects.toThrow('another process has the lock');
    expect(await store.files.read('prune.lock')).toEqual(Buffer.from('of another'));
  });

  it('are restored if removed before their version was recorded', async () => {
    await publish('1', { [kept]: 'kept' });
    const create = store.files.create.bind(store.files);
    vi.spyOn(store.files, 'create').mockImplementation(async (file, text) => {
      if (file === 'remotes/mf-quiz/2/version.json') await pruneIn(2);
      return create(file, text);
    });
    const damages = await show(await publish('2', { [kept]: 'kept' }));
    expect(await damages()).toEqual([]);
  });
});
