import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Composition } from '@frens/contract/composition';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LiveMoved, SiteStore, shellPath } from './site-store.ts';

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

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'frens-store-'));
  store = new SiteStore(path.join(dir, 'store'));
});
afterEach(() => rm(dir, { recursive: true }));

it('never touches a version that is published', async () => {
  expect(await store.publish(shellPath('1'), await build('first'), record)).toBe(true);
  expect(await store.publish(shellPath('1'), await build('second'), record)).toBe(false);
  expect(await readFile(store.file('shell/1/main.js'), 'utf8')).toBe('first');
});

it('publishes once what several publish at the same time, and leaves nothing behind', async () => {
  const folders = await Promise.all(['a', 'b', 'c', 'd'].map(build));
  const outcomes = await Promise.all(folders.map((folder) => store.publish(shellPath('1'), folder, record)));
  expect(outcomes.filter(Boolean)).toHaveLength(1);
  expect(await readdir(store.dir)).toEqual(['shell']);
});

it('lets one of two go live who began from the same', async () => {
  const first = await store.goLive(composition('1'), null);
  const outcomes = await Promise.allSettled(
    ['2', '3'].map((version) => store.goLive(composition(version), first)),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const [refused] = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused?.reason).toBeInstanceOf(LiveMoved);
  const won = outcomes.find((outcome) => outcome.status === 'fulfilled')?.value;
  expect(await store.liveId()).toBe(won);
  expect(await store.goLive(composition('4'), won ?? null)).toBe(await store.liveId());
});

it('does not wait for ever for a process that was killed while it moved the pointer', async () => {
  const first = await store.goLive(composition('1'), null);
  const lock = store.file('live.json.lock');
  await writeFile(lock, '1');
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(lock, longAgo, longAgo);
  const second = await store.goLive(composition('2'), first);
  expect(await store.liveId()).toBe(second);
});
