import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Composition } from '../model/composition.ts';
import { exampleSite } from '../testing/example-site.ts';
import { goLive } from '../testing/go-live.ts';
import type { HistoryEntry } from './history-entry.ts';
import { LiveMoved, SiteStore, shellPath, versionFile } from './site-store.ts';

let dir = '';
let store: SiteStore;
const record = { version: '1', base: '/shell/1/', integrity: {} };
const composition = (version: string): Composition => ({ host: { ...record, version }, apps: {} });

async function build(text: string): Promise<string> {
  const folder = path.join(dir, text);
  await mkdir(folder);
  await writeFile(path.join(folder, 'main.js'), text);
  return folder;
}

const entry = (number: number, id: string): HistoryEntry => ({
  number,
  kind: 'promote',
  at: new Date().toISOString(),
  composition: id,
  who: 'ada',
  why: null,
  frozen: null,
});

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'compose-store-'));
  store = new SiteStore(path.join(dir, 'store'), exampleSite);
});
afterEach(() => rm(dir, { recursive: true }));

it('never changes a published version', async () => {
  expect(await store.publish(shellPath('1'), await build('first'), record)).toBe(true);
  expect(await store.publish(shellPath('1'), await build('second'), record)).toBe(false);
  expect(await readFile(store.file('shell/1/main.js'), 'utf8')).toBe('first');
});

it('renews the age of a version that is published again', async () => {
  const file = shellPath('1') + versionFile;
  await store.publish(shellPath('1'), await build('first'), record);
  await utimes(store.file(file), 1_000, 1_000);
  await store.publish(shellPath('1'), await build('second'), record);
  expect(await store.files.writtenAt(file)).toBeGreaterThan(Date.now() - 60_000);
});

it('publishes once if several processes do so concurrently', async () => {
  const folders = await Promise.all(['a', 'b', 'c', 'd'].map(build));
  const outcomes = await Promise.all(folders.map((folder) => store.publish(shellPath('1'), folder, record)));
  expect(outcomes.filter(Boolean)).toHaveLength(1);
  expect(await readdir(store.dir)).toEqual(['shell']);
});

it('names compositions by the hash of their content', async () => {
  expect([await store.liveId(), await store.head(), await store.environments()]).toEqual([null, null, []]);
  const id = await goLive(store, composition('1'));
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(await store.liveId()).toBe(id);
  expect(await store.composition(id)).toEqual(composition('1'));
  expect(await store.saveComposition(composition('1'))).toBe(id);
});

it('lets only one of several processes append a step', async () => {
  const ids = await Promise.all(
    ['1', '2', '3', '4'].map((version) => store.saveComposition(composition(version))),
  );
  const outcomes = await Promise.allSettled(ids.map((id) => store.append(entry(1, id))));
  expect(outcomes.map(({ status }) => status).sort()).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
  ]);
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(reasons.every((reason) => reason instanceof LiveMoved)).toBe(true);
  const won = ids[outcomes.findIndex(({ status }) => status === 'fulfilled')];
  expect(await store.liveId()).toBe(won);
  expect(await readdir(store.file('history/live'))).toEqual(['1.json']);
});

it.each([
  ['is behind', '{"composition":"old","number":1}'],
  ['is lost', null],
  ['is empty', ''],
  ['is cut off', '{"compos'],
])('finds the live composition if the pointer %s', async (_case, pointer) => {
  await goLive(store, composition('1'));
  await goLive(store, composition('2'));
  const last = await goLive(store, composition('3'));
  if (pointer === null) await rm(store.file('live.json'));
  else await writeFile(store.file('live.json'), pointer);
  expect(await store.liveId()).toBe(last);
  expect(await store.head()).toMatchObject({ number: 3, composition: last });
});

it.each([1, 2, 3, 4, 5, 8, 9, 13])(
  'finds the last of %i steps where nothing points to it, and reads few of them',
  async (steps) => {
    for (let step = 1; step <= steps; step += 1) await goLive(store, composition(String(step)));
    const last = await store.liveId();
    await rm(store.file('live.json'));
    const read = vi.spyOn(store.files, 'read');
    expect(await store.liveId()).toBe(last);
    // The pointer, twice the digits of their number, and the step after the last.
    expect(read.mock.calls.length).toBeLessThanOrEqual(3 + 2 * Math.ceil(Math.log2(steps + 1)));
    read.mockRestore();
  },
);

it('continues the history if the pointer is ahead of it, as after a power loss', async () => {
  const last = await goLive(store, composition('1'));
  await writeFile(
    store.file('live.json'),
    JSON.stringify({ composition: await store.saveComposition(composition('2')), number: 2 }),
  );
  expect(await store.head()).toMatchObject({ number: 1, composition: last });
  const next = await goLive(store, composition('3'));
  expect(await store.head()).toMatchObject({ number: 2, composition: next });
  expect(await store.liveId()).toBe(next);
});

it('separates environments, and rejects names that are paths', async () => {
  const id = await goLive(store, composition('1'));
  await store.append(entry(1, id), 'staging');
  expect(await store.environments()).toEqual(['live', 'staging']);
  await expect(store.append(entry(1, id), '../live')).rejects.toThrow('is no name of an environment');
});
