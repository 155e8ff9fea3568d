import { rm, writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { appendHistory } from './append-history.ts';
import type { Composition } from './model/composition.ts';
import { readHistory } from './read-history.ts';
import { mapConcurrent } from './store/map-concurrent.ts';
import { openStore } from './store/open-store.ts';
import type { SiteStore } from './store/site-store.ts';
import { exampleSite } from './testing/example-site.ts';
import { kindsOfStores, type StorePlace } from './testing/kinds-of-stores.ts';
import { storeOfVersions } from './testing/store-of-versions.ts';

/** Every day a folder: what a bucket does otherwise is told by `store-files.test.ts`. */
const kinds = process.env.LONG ? (['a folder', 'a bucket'] as const) : (['a folder'] as const);
const length = 110;
const all = Array.from({ length }, (_, index) => length - index);
const at = '2026-01-01T00:00:00.000Z';
const author = { who: 'ada', why: null };
let place: StorePlace | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await place?.remove();
});

/** A store whose history has `length` steps, each with another version of mf-quiz. */
async function longHistory(kind: keyof typeof kindsOfStores): Promise<SiteStore> {
  place = await kindsOfStores[kind]();
  const { store, shell, remote } = await storeOfVersions(place.dir, place.address);
  const [host, quiz] = [await shell('1'), await remote('mf-quiz', '1')];
  if (!host.isShell || quiz.isShell) throw new Error('A shell and a remote.');
  const ids = await mapConcurrent(all.toReversed(), (number) => {
    const versions: [typeof quiz.record] = [{ ...quiz.record, version: String(number) }];
    const composition: Composition = { host: host.record, apps: { 'mf-quiz': { versions } } };
    return store.saveComposition(composition);
  });
  const step = (index: number) => ({ kind: 'promote' as const, composition: ids[index] ?? '' });
  const write = (from: number, to: number) =>
    mapConcurrent([...ids.keys()].slice(from, to), (index) => {
      const entry = { ...author, ...step(index), number: index + 1, at, frozen: null };
      return store.files.create(`history/live/${entry.number}.json`, JSON.stringify(entry));
    });
  await write(0, 99);
  // As every step is made, and this one is the last of a hundred.
  await appendHistory(store, 'live', author, async () => step(99));
  await write(100, length);
  return openStore(place.address, exampleSite);
}

/** What is read of a store while its whole history is walked through. */
async function walk(store: SiteStore) {
  const read = vi.spyOn(store.files, 'read');
  const versions: (string | undefined)[] = [];
  const numbers: number[] = [];
  for await (const step of readHistory(store, 'live')) {
    versions.push(step.versions?.['mf-quiz']);
    numbers.push(step.entry.number);
  }
  const reads = read.mock.calls.length;
  read.mockRestore();
  return { versions, numbers, reads };
}

describe.each(kinds)('a long history in %s', (kind) => {
  it('is read in few requests, newest first, also without compacted files', async () => {
    const store = await longHistory(kind);
    expect(await store.files.list('history/live')).toContain('to-100.json');
    const bound = await walk(store);
    expect([bound.numbers, bound.versions]).toEqual([all, all.map(String)]);
    // A hundred and the step that it ends with; ten steps with their compositions, and on the way to the newest.
    expect(bound.reads).toBeLessThan(40);

    // Compacted files only save requests.
    const before = await openStore(place?.address ?? '', exampleSite);
    const read = before.files.read.bind(before.files);
    vi.spyOn(before.files, 'read').mockImplementation(async (file) =>
      /to-\d/.test(file) ? null : read(file),
    );
    const create = vi.spyOn(before.files, 'create').mockRejectedValue(new Error('You may only read.'));
    expect((await walk(before)).versions).toEqual(all.map(String));
    expect(create, 'the hundred is tried to be bound').toHaveBeenCalledTimes(1);
  });
});

it('ignores a compacted file that is damaged or does not match the history', async () => {
  const store = await longHistory('a folder');
  const file = store.file('history/live/to-100.json');
  for (const content of ['[{"ent', '[]']) {
    await writeFile(file, content);
    expect((await walk(store)).versions).toEqual(all.map(String));
  }
  const read = store.files.read.bind(store.files);
  const locked = vi.spyOn(store.files, 'read').mockImplementation(async (name) => {
    if (name.includes('to-')) throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    return read(name);
  });
  expect((await walk(store)).versions, 'another account has bound them').toEqual(all.map(String));
  locked.mockRestore();
  // A history that was lost from 100 on, and made anew.
  await rm(file);
  await walk(store);
  const other = {
    ...(await store.entry('live', 100)),
    composition: (await store.entry('live', 7))?.composition,
  };
  await writeFile(store.file('history/live/100.json'), JSON.stringify(other));
  expect((await walk(store)).versions[length - 100]).toBe('7');

  await rm(file);
  await rm(store.file(`compositions/${(await store.entry('live', 50))?.composition}.json`));
  const { versions, numbers } = await walk(store);
  expect([versions[length - 50], numbers]).toEqual([undefined, all]);
  expect(await store.files.list('history/live'), 'it may come back').not.toContain('to-100.json');
});
