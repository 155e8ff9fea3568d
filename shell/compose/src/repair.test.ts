import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findVersion } from './built-version.ts';
import { promote } from './promote.ts';
import { repair, type Source } from './repair.ts';
import { integrityOf } from './store/integrity.ts';
import { openStore } from './store/open-store.ts';
import type { SiteStore } from './store/site-store.ts';
import { exampleSite } from './testing/example-site.ts';
import { kindsOfStores, type StorePlace } from './testing/kinds-of-stores.ts';
import { type StoreOfVersions, storeOfVersions } from './testing/store-of-versions.ts';
import { verifyComposition } from './verify-store.ts';

/** Every day a folder: what a bucket does otherwise is told by `store-files.test.ts`. */
const kinds = process.env.LONG ? (['a folder', 'a bucket'] as const) : (['a folder'] as const);
const quiz = { name: 'mf-quiz', version: '1' };
const target = 'remotes/mf-quiz/1/';
let place: StorePlace;
let store: SiteStore;
/** Has the same versions, and another one under the number 2. */
let backup: StoreOfVersions;

async function sourceOf(name: string, version: string): Promise<Source> {
  const found = await findVersion(backup.store, name, version);
  if (!found) throw new Error(`${name}@${version} is not there`);
  return {
    label: 'The backup',
    record: found.record,
    read: (file) => backup.store.files.read(found.target + file),
  };
}
const ask = () => sourceOf('mf-quiz', '1');
const nobody = (): Promise<Source> => Promise.reject(new Error('Nobody was to be asked.'));
const damage = (file: string, content: string) => store.files.mend(target + file, Buffer.from(content));

/** Takes a file away, as a disk or a hand does that knows nothing of stores. */
async function lose(file: string): Promise<void> {
  const { dir } = store.files;
  if (dir !== null) await rm(path.join(dir, target + file));
  else
    for (const key of place.server?.objects.keys() ?? [])
      if (key.endsWith(target + file)) place.server?.objects.delete(key);
}

async function damages(): Promise<string[]> {
  return (
    await verifyComposition(
      { store, environment: 'live' },
      await store.composition((await store.liveId()) ?? ''),
      () => {},
    )
  ).damages;
}

/** All files by what is in them. */
async function contents(): Promise<Record<string, string>> {
  const files = (await store.files.filesIn('')).filter((file) => !file.startsWith('history/'));
  const read = async (file: string) => [file, (await store.files.read(file))?.toString('base64') ?? ''];
  return Object.fromEntries(await Promise.all(files.map(read)));
}

describe.each(kinds)('a damaged version in %s', (kind) => {
  let before: Record<string, string>;

  beforeEach(async () => {
    place = await kindsOfStores[kind]();
    const versions = await storeOfVersions(place.dir, place.address);
    ({ store } = versions);
    const made = [await versions.shell('1'), await versions.remote('mf-quiz', '1')];
    await promote({ store, environment: 'live', author: { who: 'ada', why: null } }, { versions: made }, {});
    backup = await storeOfVersions();
    await backup.remote('mf-quiz', '1');
    await backup.remote('mf-quiz', '2');
    before = await contents();
  });
  afterEach(async () => {
    await backup.remove();
    await place.remove();
  });

  it('is restored where files were lost or changed, and nowhere else', async () => {
    for (const file of ['entry.js', 'entry.js.br', 'entry.js.gz']) await lose(file);
    await damage('exposed.js', '2');
    await damage('exposed.js.br', 'no brotli');
    await damage('exposed.js.gz', 'no gzip');
    expect(await damages()).toHaveLength(4);
    const { written, unlisted } = await repair(store, quiz, ask);
    expect(written).toEqual(
      ['entry.js', 'entry.js.br', 'entry.js.gz', 'exposed.js', 'exposed.js.br', 'exposed.js.gz'].map(
        (file) => target + file,
      ),
    );
    expect([unlisted, await damages(), await contents()]).toEqual([[], [], before]);
    expect((await repair(store, quiz, nobody)).written, 'what is whole is left alone').toEqual([]);
  });

  it('is restored from its own compressed copies first', async () => {
    await damage('entry.js', 'evil()');
    await lose('exposed.js');
    await lose('exposed.js.br');
    expect((await repair(store, quiz, nobody)).written).toEqual(
      ['entry.js', 'exposed.js', 'exposed.js.br'].map((file) => target + file),
    );
    expect(await contents()).toEqual(before);
  });

  it.each([
    ['lost', () => lose('version.json')],
    ['cut off', () => damage('version.json', '{"version":"1",')],
    [
      'altered to fit an altered file',
      async () => {
        const record = (await store.files.read(`${target}version.json`))?.toString() ?? '';
        await damage('version.json', record.replace(/sha256-[^"]{10}/, 'sha256-AAAAAAAAAA'));
      },
    ],
  ])('gets its record back from the composition after it was %s', async (_case, harm) => {
    await harm();
    expect((await repair(store, quiz, nobody)).written).toEqual([`${target}version.json`]);
    expect(await store.remoteVersion('mf-quiz', '1')).toEqual(
      await backup.store.remoteVersion('mf-quiz', '1'),
    );
    expect(await damages()).toEqual([]);
  });

  it('stays as it is if the source has other bytes or lacks the file', async () => {
    for (const file of ['entry.js', 'entry.js.br', 'entry.js.gz']) await lose(file);
    const harmed = await contents();
    await expect(repair(store, quiz, () => sourceOf('mf-quiz', '2'))).rejects.toMatchObject({
      kind: 'misfit',
      reasons: ['entry.js is not the one that was published'],
    });
    for (const content of [null, Buffer.from('evil()')]) {
      const source = { ...(await ask()), read: async () => content };
      await expect(repair(store, quiz, async () => source)).rejects.toMatchObject({ kind: 'damaged' });
    }
    expect(await contents()).toEqual(harmed);
  });

  it.each([
    ['of another version', { version: '3' }, 'it calls itself mf-quiz@3'],
    [
      'of another folder',
      { base: '/remotes/mf-quiz/1/../2/' },
      'it says that it lies in /remotes/mf-quiz/1/../2/',
    ],
    [
      'with names that lead elsewhere',
      { integrity: { '../../../live.json': integrityOf(Buffer.from('evil')) } },
      '../../../live.json is no name of a file',
    ],
  ])('takes no record %s from a backup if no composition has it', async (_case, changes, reason) => {
    await store.files.mend('remotes/mf-quiz/2/entry.js', Buffer.from('what is left'));
    const found = await sourceOf('mf-quiz', '2');
    const source = {
      ...found,
      record: { ...found.record, ...changes },
      read: async () => Buffer.from('evil'),
    };
    const harmed = await contents();
    await expect(repair(store, { name: 'mf-quiz', version: '2' }, async () => source)).rejects.toMatchObject({
      kind: 'misfit',
      reasons: [reason],
    });
    expect(await contents()).toEqual(harmed);
    expect((await repair(store, { name: 'mf-quiz', version: '2' }, async () => found)).written).not.toEqual(
      [],
    );
  });

  it('keeps and names unlisted files', async () => {
    await damage('more.js', 'evil()');
    expect(await repair(store, quiz, nobody)).toMatchObject({
      written: [],
      unlisted: [`${target}more.js`],
    });
  });

  it('is refused if it is unknown', async () => {
    await expect(repair(store, { name: 'mf-quiz', version: '9' }, nobody)).rejects.toMatchObject({
      kind: 'unknown',
    });
  });
});

it('restores a version of which only the composition is left', async () => {
  place = await kindsOfStores['a folder']();
  const versions = await storeOfVersions(place.dir, place.address);
  ({ store } = versions);
  const made = [await versions.shell('1'), await versions.remote('mf-quiz', '1')];
  await promote({ store, environment: 'live', author: { who: 'ada', why: null } }, { versions: made }, {});
  backup = await storeOfVersions();
  await cp(store.file(), backup.store.file(), { recursive: true });
  await rm(store.file(target), { recursive: true });
  await repair(await openStore(place.address, exampleSite), quiz, ask);
  expect(await damages()).toEqual([]);
  await backup.remove();
  await place.remove();
});
