import { expect, it, vi } from 'vitest';
import { appendHistory } from '../append-history.ts';
import type { Composition } from '../model/composition.ts';
import { promote } from '../promote.ts';
import { goLive } from '../testing/go-live.ts';
import { storeOfVersions } from '../testing/store-of-versions.ts';
import { createLiveSite } from './live-site.ts';

it('records once that a version works, and checks at intervals, after failures had time to be reported', async () => {
  const { store, remove } = await storeOfVersions();
  const { noteWorking } = createLiveSite(store, 'live', []);
  const works = vi.fn(async () => false);
  const visit = (minutes: number) => noteWorking('mf-quiz@2', new Date(minutes * 60_000), works);
  for (const minutes of [0, 5, 9]) await visit(minutes);
  expect(works).not.toHaveBeenCalled();
  for (const minutes of [11, 12, 19]) await visit(minutes);
  expect(works).toHaveBeenCalledTimes(1);
  expect(await store.hasWorked('live', 'mf-quiz@2')).toBe(false);
  works.mockResolvedValue(true);
  for (const minutes of [30, 60]) await visit(minutes);
  expect(works).toHaveBeenCalledTimes(2);
  expect(await store.hasWorked('live', 'mf-quiz@2')).toBe(true);
  expect(await store.hasWorked('staging', 'mf-quiz@2')).toBe(false);
  await remove();
});

it('reads a live composition once', async () => {
  const { store, shell, remote, remove } = await storeOfVersions();
  const target = { store, environment: 'live', author: { who: 'test', why: null } };
  await promote(target, { versions: [await shell('1'), await remote('mf-quiz', '1')] }, {});
  const live = createLiveSite(store, 'live', []);
  const read = vi.spyOn(store, 'composition');
  const now = vi.spyOn(performance, 'now');
  for (const second of [10, 20, 30]) {
    now.mockReturnValue(second * 1_000);
    expect(await live.versions()).toContain('mf-quiz@1');
  }
  expect(read).toHaveBeenCalledTimes(1);
  await promote(target, { versions: [await remote('mf-quiz', '2')] }, {});
  now.mockReturnValue(40_000);
  expect(await live.versions()).toContain('mf-quiz@2');
  now.mockRestore();
  await remove();
});

it('knows the loadable versions: of live and canary, with hashes, from allowed origins', async () => {
  const { store, shell, remote, remove } = await storeOfVersions();
  const base = 'https://teams.example/remotes/mf-bear/1/';
  const host = await shell('1');
  const remotes = [
    await remote('mf-quiz', '1'),
    await remote('mf-panda', '1', { integrity: {} }),
    await remote('mf-bear', '1', { base }),
  ];
  if (!host.isShell) throw new Error('This is no shell.');
  const apps: Composition['apps'] = {};
  for (const one of remotes) if (!one.isShell) apps[one.name] = { versions: [one.record] };
  await goLive(store, { host: host.record, apps });
  const loadable = async (origins: string[]) => {
    const { isLoadable } = createLiveSite(store, 'live', origins);
    const names = ['mf-quiz@1', 'mf-quiz@2', 'mf-panda@1', 'mf-bear@1'];
    const answers = await Promise.all(names.map(isLoadable));
    return names.filter((_name, index) => answers[index]);
  };
  expect(await loadable([])).toEqual(['mf-quiz@1']);
  expect(await loadable(['https://teams.example'])).toEqual(['mf-quiz@1', 'mf-bear@1']);
  await remove();
});

it('reports once per freeze that a failing version stays', async () => {
  const { store, shell, remote, remove } = await storeOfVersions();
  const author = { who: 'test', why: null };
  const target = { store, environment: 'live', author };
  await promote(target, { versions: [await shell('1'), await remote('mf-quiz', '1')] }, {});
  await promote(target, { versions: [await remote('mf-quiz', '2')] }, {});
  const { quarantine } = createLiveSite(store, 'live', []);
  const fail = (visits: number) => quarantine('mf-quiz@2', { visits, failures: { 'REMOTE-104': 5 } });
  const freeze = (isFrozen: boolean) =>
    appendHistory(store, 'live', author, async (head) => {
      if (!head) throw new Error('Nothing is live.');
      const frozen = isFrozen ? { ...author, at: new Date().toISOString() } : null;
      return { kind: isFrozen ? 'freeze' : 'unfreeze', composition: head.composition, frozen };
    });
  await freeze(true);
  expect(await fail(20)).toContain('It stays: live was frozen');
  expect(await fail(21)).toBeNull();
  await freeze(false);
  await freeze(true);
  expect(await fail(22)).toContain('It stays: live was frozen');
  await freeze(false);
  expect(await fail(23)).toMatch(/^mf-quiz@2 failed for 5 of 23 visits/);
  await remove();
});
