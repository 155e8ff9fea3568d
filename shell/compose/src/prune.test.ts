import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { promote } from './promote.ts';
import { prune } from './prune.ts';
import { readVersion } from './read-version.ts';
import { kindsOfStores, type StorePlace } from './testing/kinds-of-stores.ts';
import { type StoreOfVersions, storeOfVersions } from './testing/store-of-versions.ts';
import { verifyComposition } from './verify-store.ts';

// What is removed and promoted at the same time, by processes that stop at the moments that matter, and are ended there.

/** Every day a folder: what a bucket does otherwise is told by `store-files.test.ts`. */
const kinds = process.env.LONG ? (['a folder', 'a bucket'] as const) : (['a folder'] as const);
const author = { who: 'ada', why: null };
let place: StorePlace;
let versions: StoreOfVersions;
const children = new Set<ChildProcess>();

/** Starts a process that stops at a moment (`testing/stop-at.ts`). */
async function stopAt(command: string, moment: string, ...words: string[]) {
  const program = path.join(import.meta.dirname, 'testing/stop-at.ts');
  const child = fork(program, [command, moment, place.address, ...words], {
    execArgv: ['--import', 'tsx'],
  });
  children.add(child);
  const end = once(child, 'exit');
  await Promise.race([once(child, 'message'), end]);
  return {
    async kill() {
      child.kill('SIGKILL');
      await end;
    },
    /** Lets it go on to another moment. */
    async goOnTo(next: string) {
      const told = once(child, 'message');
      child.send('go');
      expect((await told)[0]).toBe(next);
    },
    /** Lets it go on to its end; its exit code. */
    async goOn(): Promise<unknown> {
      child.send('go');
      return (await end)[0];
    },
  };
}

/** What is wrong with the files of what visitors of an environment see. */
async function damages(environment = 'live'): Promise<string[]> {
  const { store } = versions;
  const shown = await store.shown(environment);
  const ids = [shown?.composition, shown?.canary?.composition].filter((id) => id !== undefined);
  const all = await Promise.all(
    ids.map(async (id) => verifyComposition({ store, environment }, await store.composition(id), () => {})),
  );
  return all.flatMap((found) => found.damages);
}
const live = async (environment = 'live') =>
  (await versions.store.versionsIn((await versions.store.liveId(environment)) ?? ''))['mf-quiz'];
const day = 24 * 60 * 60 * 1_000;
const pruneIn = (days: number) =>
  prune({ store: versions.store, author, keep: 1, isDry: false, now: Date.now() + days * day });

async function begin(kind: keyof typeof kindsOfStores): Promise<void> {
  place = await kindsOfStores[kind]();
  versions = await storeOfVersions(place.dir, place.address);
  const shell = await versions.shell('1');
  for (const version of ['1', '2', '3'])
    await promote(
      { store: versions.store, environment: 'live', author },
      { versions: [shell, await versions.remote('mf-quiz', version)] },
      {},
    );
}
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  await place.remove();
});

describe.each(kinds)('prune, in %s', (kind) => {
  beforeEach(() => begin(kind));

  it('removes nothing that goes live if it is killed, nor a day later', async () => {
    const promoter = await stopAt('promote', 'asked', 'mf-quiz@1');
    await (await stopAt('prune', 'aside')).kill();
    expect(await promoter.goOn()).toBe(0);
    expect([await live(), await damages()]).toEqual(['1', []]);
    await pruneIn(4);
    expect([await live(), await damages()]).toEqual(['1', []]);
  });

  it('refuses a concurrent promotion that was decided before it', async () => {
    const late = await stopAt('canary', 'asked', 'mf-quiz@1');
    const pruner = await stopAt('prune', 'done');
    expect(await late.goOn()).toBe(6);
    expect(await pruner.goOn()).toBe(0);
    expect([await live(), await damages()]).toEqual(['3', []]);
    expect(await versions.store.remoteVersion('mf-quiz', '1')).toBeNull();
  });
});

// Nothing in these depends on how files are taken away.
describe('prune', () => {
  beforeEach(() => begin('a folder'));

  it.runIf(process.env.LONG)(
    'brings back what is live when both were killed, the next time it runs',
    async () => {
      const promoter = await stopAt('promote', 'asked+done', 'mf-quiz@1');
      await (await stopAt('prune', 'aside')).kill();
      await promoter.goOnTo('done');
      await promoter.kill();
      expect(await live()).toBe('1');
      await pruneIn(4);
      expect([await live(), await damages()]).toEqual(['1', []]);
    },
  );

  it.runIf(process.env.LONG)('keeps versions that are published and promoted again meanwhile', async () => {
    const pruner = await stopAt('prune', 'aside');
    const again = await versions.remote('mf-quiz', '1');
    const { store } = versions;
    await promote({ store, environment: 'live', author }, { versions: [again] }, {});
    expect(await pruner.goOn()).toBe(0);
    expect([await live(), await damages()]).toEqual(['1', []]);
  });

  it.runIf(process.env.LONG)('excludes other prunes', async () => {
    const first = await stopAt('prune', 'looked');
    await expect(pruneIn(0)).rejects.toThrow('Another prune is running');
    expect(await first.goOn()).toBe(0);
    expect([await live(), await damages()]).toEqual(['3', []]);
    const left = await versions.store.files.list('');
    expect(left.filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('waits for an environment that is being created', async () => {
    const { store } = versions;
    const { append } = store;
    const { writtenAt } = store.files;
    // The prune runs with a later clock: the lock must look as new as to it.
    vi.spyOn(store.files, 'writtenAt').mockImplementation(async (file) => {
      const at = await writtenAt.call(store.files, file);
      return file === 'prune.lock' && at !== null ? at + 2 * day : at;
    });
    let pruning: unknown;
    vi.spyOn(store, 'append').mockImplementationOnce(async (...step) => {
      pruning = await pruneIn(2).catch(String);
      await append.apply(store, step);
    });
    const target = { store, environment: 'staging', author };
    await promote(target, { versions: [await readVersion(store, 'mf-quiz@1')] }, {});
    expect([await live('staging'), await damages('staging')]).toEqual(['1', []]);
    expect(pruning).toContain('an environment is being created');
  });
});
