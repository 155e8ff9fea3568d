import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { appendHistory } from './append-history.ts';
import type { MadeVersion } from './built-version.ts';
import { promote } from './promote.ts';
import { rollback } from './rollback.ts';
import { type StoreOfVersions, storeOfVersions } from './testing/store-of-versions.ts';

let versions: StoreOfVersions;
const live = () => ({
  store: versions.store,
  environment: 'live',
  author: { who: 'ada', why: 'because' },
});
const go = (...made: MadeVersion[]) => promote(live(), { versions: made }, {});
/** Versions by remote, fallbacks behind the live one. */
async function composed() {
  const { apps } = await versions.store.composition((await versions.store.liveId()) ?? '');
  return Object.fromEntries(
    Object.entries(apps).map(([name, app]) => [name, app.versions.map(({ version }) => version)]),
  );
}

beforeEach(async () => {
  versions = await storeOfVersions();
});
afterEach(() => versions.remove());

describe('promote', () => {
  it('makes several versions live in one step, with who, when and why', async () => {
    const entry = await go(
      await versions.shell('1'),
      await versions.remote('mf-quiz', '1'),
      await versions.remote('mf-panda', '1'),
    );
    expect(entry).toMatchObject({ number: 1, kind: 'promote', who: 'ada', why: 'because', frozen: null });
    expect(Date.parse(entry?.at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(await composed()).toEqual({ 'mf-panda': ['1'], 'mf-quiz': ['1'] });
  });

  it('keeps the previous version as the only fallback', async () => {
    await go(await versions.shell('1'), await versions.remote('mf-quiz', '1'));
    await go(await versions.remote('mf-quiz', '2'));
    await go(await versions.remote('mf-quiz', '3'));
    expect(await composed()).toEqual({ 'mf-quiz': ['3', '2'] });
    expect(await go(await versions.remote('mf-quiz', '3')), 'what is live is not made live again').toBeNull();
  });

  it('keeps no fallback that the shell cannot run', async () => {
    await go(
      await versions.shell('1', ['useSession', 'old']),
      await versions.remote('mf-quiz', '1', {
        built: {
          platform: { version: '1.0.0', names: ['old'] },
          routes: ['/quiz'],
          hasSignedInHook: false,
          links: [],
          calls: [],
        },
      }),
    );
    await go(await versions.remote('mf-quiz', '2'));
    expect(await composed()).toEqual({ 'mf-quiz': ['2', '1'] });
    await go(await versions.shell('2'));
    expect(await composed()).toEqual({ 'mf-quiz': ['2'] });
  });

  it('ignores existing misfits of other remotes', async () => {
    const calling = {
      built: {
        platform: { version: '1.0.0', names: [] },
        routes: ['/quiz'],
        hasSignedInHook: false,
        links: [],
        calls: ['GET /api/user'],
      },
    };
    await go(
      await versions.shell('1'),
      await versions.remote('mf-quiz', '1', calling),
      await versions.remote('mf-panda', '1'),
    );
    const without = { apiCalls: ['GET /api/circles'] };
    const panda = await versions.remote('mf-panda', '2');
    expect(await promote(live(), { versions: [panda] }, without)).toMatchObject({ number: 2 });
    const quiz = await versions.remote('mf-quiz', '2', calling);
    await expect(promote(live(), { versions: [quiz] }, without)).rejects.toThrow('calls GET /api/user');
  });

  it('removes a remote, and refuses an unknown one', async () => {
    await go(await versions.shell('1'), await versions.remote('mf-quiz', '1'));
    await promote(live(), { versions: [], without: ['mf-quiz'] }, {});
    expect(await composed()).toEqual({});
    await expect(promote(live(), { versions: [], without: ['mf-quiz'] }, {})).rejects.toThrow(
      'mf-quiz is not live',
    );
  });

  it('promotes nothing if one of several does not fit', async () => {
    await go(await versions.shell('1'), await versions.remote('mf-quiz', '1'));
    const greedy = await versions.remote('mf-panda', '1', {
      built: {
        platform: { version: '1.0.0', names: ['sparkle'] },
        routes: ['/panda'],
        hasSignedInHook: false,
        links: [],
        calls: [],
      },
    });
    await expect(go(await versions.remote('mf-quiz', '2'), greedy)).rejects.toThrow(
      'mf-panda 1 needs of the platform what this shell has not: sparkle',
    );
    expect(await composed()).toEqual({ 'mf-quiz': ['1'] });
  });
});

describe('rollback', () => {
  const live1to3 = async () => {
    await go(await versions.shell('1'), await versions.remote('mf-quiz', '1'));
    for (const version of ['2', '3']) await go(await versions.remote('mf-quiz', version));
  };

  /** Lets so much time go by, in minutes. */
  const later = (minutes: number) =>
    vi.useFakeTimers({ now: Date.now() + minutes * 60_000, toFake: ['Date'] });
  afterEach(() => void vi.useRealTimers());

  it('goes back one step, and one more in the next incident', async () => {
    await live1to3();
    expect(await rollback(live(), {})).toMatchObject({ kind: 'rollback', backTo: 2 });
    expect(await composed()).toEqual({ 'mf-quiz': ['2', '1'] });
    later(11);
    await rollback(live(), {});
    expect(await composed()).toEqual({ 'mf-quiz': ['1'] });
    later(22);
    await expect(rollback(live(), {})).rejects.toThrow('There is nothing before');
  });

  it('acts once if two operators run it in one incident, and tells the second how to go on', async () => {
    await live1to3();
    const both = ['red page', 'white page'].map((why) =>
      rollback({ ...live(), author: { who: 'ada', why } }, {}),
    );
    const [done, refused] = (await Promise.allSettled(both)).sort((a, b) => a.status.localeCompare(b.status));
    expect(done).toMatchObject({ status: 'fulfilled', value: { number: 4, backTo: 2 } });
    expect(refused).toMatchObject({
      reason: {
        kind: 'moved',
        message: expect.stringMatching(
          /^Nothing was done: ada went back to step 2 \d s ago, in step 4: (red|white) page\nTo go back further: npx frens-compose rollback --to 1$/,
        ),
      },
    });
    expect(await composed()).toEqual({ 'mf-quiz': ['2', '1'] });
    // Freezing changes nothing of what members see.
    later(3);
    await appendHistory(versions.store, 'live', live().author, async (head) => ({
      kind: 'unfreeze',
      composition: head?.composition ?? '',
    }));
    await expect(rollback({ ...live(), site: 'https://s.example' }, {})).rejects.toThrow(
      / 3 minutes ago[^]*--to 1 --at https:\/\/s\.example$/,
    );
    await rollback(live(), { to: '1' });
    expect(await rollback(live(), { to: '1' }), 'what both of them copy is done once').toBeNull();
    await expect(rollback(live(), {})).rejects.toThrow(/ went back to step 1 \d s ago, in step 6: because$/);
  });

  it('rolls back what went live after another rollback', async () => {
    await live1to3();
    await rollback(live(), {});
    await go(await versions.remote('mf-quiz', '4'));
    await rollback(live(), {});
    expect(await composed()).toEqual({ 'mf-quiz': ['2', '1'] });
  });

  it('refuses if something else went live meanwhile', async () => {
    await live1to3();
    const { store } = versions;
    const mended = await versions.remote('mf-quiz', '4');
    vi.spyOn(store, 'append').mockImplementationOnce(async (...step) => {
      await go(mended);
      return store.append(...step);
    });
    await expect(rollback(live(), {})).rejects.toMatchObject({
      kind: 'moved',
      message: expect.stringMatching(/^Nothing was done: ada has made \w+ live/),
    });
    expect(await composed()).toEqual({ 'mf-quiz': ['4', '3'] });
  });

  it('drops pruned fallbacks', async () => {
    await go(await versions.shell('1'), await versions.remote('mf-quiz', '1'));
    const both = await go(await versions.remote('mf-quiz', '2'));
    await go(await versions.remote('mf-quiz', '3'));
    expect(await rollback(live(), { to: '2' })).toMatchObject({ composition: both?.composition });
    await go(await versions.remote('mf-quiz', '4'));
    await rm(versions.store.file('remotes/mf-quiz/1'), { recursive: true });
    await rollback(live(), { to: '2' });
    expect(await composed()).toEqual({ 'mf-quiz': ['2'] });
  });

  it('goes back to any composition in the history, and to no other', async () => {
    await live1to3();
    await rollback(live(), { to: '1' });
    expect(await composed()).toEqual({ 'mf-quiz': ['1'] });
    const to = (await versions.store.entry('live', 3))?.composition;
    await expect(rollback(live(), { to }), 'it was gone back from').rejects.toMatchObject({
      kind: 'takenOff',
    });
    await rollback(live(), { to, force: true });
    expect(await composed()).toEqual({ 'mf-quiz': ['3', '2'] });
    await expect(rollback(live(), { to: 'feedbeef' })).rejects.toThrow('was never live');
  });

  it('refuses what the current API no longer serves, unless forced', async () => {
    await go(
      await versions.shell('1'),
      await versions.remote('mf-quiz', '1', {
        built: {
          platform: { version: '1.0.0', names: [] },
          routes: ['/quiz'],
          hasSignedInHook: false,
          links: [],
          calls: ['GET /api/old'],
        },
      }),
    );
    await go(await versions.remote('mf-quiz', '2'));
    await versions.store.saveApiCalls('live', ['GET /api/user']);
    await expect(rollback(live(), {})).rejects.toThrow('mf-quiz 1 calls GET /api/old, which the API has not');
    await rollback(live(), { force: true });
    expect(await composed()).toEqual({ 'mf-quiz': ['1'] });
  });

  it('works in a frozen environment, unlike promote', async () => {
    await live1to3();
    await appendHistory(versions.store, 'live', { who: 'op', why: 'incident 7' }, async (head) => ({
      kind: 'freeze',
      composition: head?.composition ?? '',
      frozen: { who: 'op', why: 'incident 7', at: new Date().toISOString() },
    }));
    await expect(go(await versions.remote('mf-quiz', '4'))).rejects.toThrow(/frozen at .* by op: incident 7/);
    await rollback(live(), {});
    expect(await composed()).toEqual({ 'mf-quiz': ['2', '1'] });
    expect((await versions.store.head())?.frozen, 'and it stays frozen').toMatchObject({ who: 'op' });
  });
});
