import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runCommandLine } from './command-line.ts';
import { prune } from './prune.ts';
import { quarantine } from './quarantine.ts';
import { type StoreOfVersions, storeOfVersions } from './testing/store-of-versions.ts';

let versions: StoreOfVersions;
beforeEach(async () => {
  versions = await storeOfVersions();
  await versions.shell('1');
  for (const version of ['1', '2', '3']) await versions.remote('mf-quiz', version);
  for (const version of ['1', '2']) await versions.remote('mf-panda', version);
  await compose('promote', 'shell@1', 'mf-quiz@1', 'mf-panda@1');
});
afterEach(() => versions.remove());

/** Runs the tool on the store of the test; what it said. */
async function compose(...words: string[]) {
  const said: string[] = [];
  const spies = (['log', 'error', 'warn'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((text) => void said.push(String(text))),
  );
  try {
    const code = await runCommandLine([...words, '--store', versions.store.dir, '--who', 'ada']);
    return { code, said: said.join('\n') };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** What everybody sees, and what the share does. */
async function seen() {
  const shown = await versions.store.shown();
  const versionsOf = async (id: string) =>
    Object.values((await versions.store.composition(id)).apps).map(
      ({ versions: [{ descriptor, version }] }) => `${descriptor.name}@${version}`,
    );
  return {
    live: await versionsOf(shown?.composition ?? ''),
    canary: shown?.canary ? await versionsOf(shown.canary.composition) : null,
    share: shown?.canary?.share ?? 0,
  };
}
const before = ['mf-panda@1', 'mf-quiz@1'];

it('shows versions to a share of visitors, which may grow, and changes nothing for others', async () => {
  expect((await compose('promote', 'mf-quiz@2', '--canary', '10')).said).toBe(
    '10 % of visitors of live see mf-quiz@2',
  );
  expect(await seen()).toEqual({ live: before, canary: ['mf-panda@1', 'mf-quiz@2'], share: 10 });
  await compose('promote', 'mf-quiz@2', '--canary', '50');
  expect((await seen()).share).toBe(50);
  expect((await compose('status')).said).toContain('canary for 50 % of visitors: mf-quiz@2');
  expect((await compose('promote', 'mf-quiz@2', '--canary', '50')).said).toContain('already');
});

it('ends by going live for everybody', async () => {
  await compose('promote', 'mf-quiz@2', '--canary', '10');
  await compose('promote', 'mf-quiz@2');
  expect(await seen()).toEqual({ live: ['mf-panda@1', 'mf-quiz@2'], canary: null, share: 0 });
});

it('ends by a rollback, which changes nothing else, even if repeated', async () => {
  await compose('promote', 'mf-quiz@2');
  await compose('promote', 'mf-quiz@3', '--canary', '10');
  expect((await compose('rollback')).said).toBe('The canary of mf-quiz@3 has ended in live.');
  expect(await seen()).toEqual({ live: ['mf-panda@1', 'mf-quiz@2'], canary: null, share: 0 });
  const again = await compose('rollback');
  expect([again.code, again.said]).toEqual([
    5,
    expect.stringMatching(
      /ada ended the canary of mf-quiz@3 \d s ago, in step 4\.\nTo go back further: npm run compose -- rollback --to 1 --store \S+$/,
    ),
  ]);
  expect((await seen()).live).toEqual(['mf-panda@1', 'mf-quiz@2']);
  await compose('rollback', '--to', '1');
  expect((await seen()).live).toEqual(before);
});

it.each([[['rollback']], [['rollback', 'mf-quiz']]])(
  'ends by %j, once, and leaves what pages fall back to as good as it was',
  async (words) => {
    await compose('promote', 'mf-quiz@2');
    await compose('promote', 'mf-quiz@1', '--canary', '10');
    expect((await compose(...words)).said).toContain('has ended');
    const again = await compose(...words);
    expect([again.code, again.said]).toEqual([5, expect.stringContaining('ended the canary of mf-quiz@1')]);
    expect((await seen()).live).toEqual(['mf-panda@1', 'mf-quiz@2']);
    expect((await compose('promote', 'mf-quiz@1', '--canary', '20')).code).toBe(0);
  },
);

it('continues during other promotions and a freeze', async () => {
  await compose('promote', 'mf-quiz@2', '--canary', '10');
  await compose('promote', 'mf-panda@2');
  expect(await seen()).toEqual({
    live: ['mf-panda@2', 'mf-quiz@1'],
    canary: ['mf-panda@2', 'mf-quiz@2'],
    share: 10,
  });
  await compose('freeze');
  expect((await seen()).canary).toEqual(['mf-panda@2', 'mf-quiz@2']);
  expect((await compose('promote', 'mf-quiz@2', '--canary', '20')).code).toBe(4);
});

it('is refused while another runs, or if it does not fit', async () => {
  await compose('promote', 'mf-quiz@2', '--canary', '10');
  const other = await compose('promote', 'mf-panda@2', '--canary', '10');
  expect(other).toMatchObject({ code: 3, said: expect.stringContaining('A canary of mf-quiz@2 runs') });
  await compose('rollback');
  const { built, descriptor } = (await versions.store.remoteVersion('mf-quiz', '1')) ?? {};
  if (!built || !descriptor) throw new Error('mf-quiz is not there');
  await versions.remote('mf-quiz', '4', {
    built: { ...built, platform: { version: '2.0.0', names: ['sparkle'] } },
  });
  expect((await compose('promote', 'mf-quiz@4', '--canary', '10')).code).toBe(3);
  expect((await seen()).canary).toBeNull();
});

it.each(['0', '100', 'ten', '1.5'])('refuses a share of %s', async (share) => {
  expect((await compose('promote', 'mf-quiz@2', '--canary', share)).code).toBe(2);
});

it('ends automatically if it fails, and leaves the live versions', async () => {
  await compose('promote', 'mf-quiz@2', '--canary', '10');
  const seenFailing = { visits: 20, failures: { 'REMOTE-104': 6 } };
  const why = await quarantine({ store: versions.store, environment: 'live' }, 'mf-quiz@2', seenFailing);
  expect(why?.why).toContain('mf-quiz@2 failed for 6 of 20 visits');
  expect(await seen()).toEqual({ live: before, canary: null, share: 0 });
  expect((await compose('rollback')).said, 'said to end it').toContain('site took mf-quiz@2 off');
  expect(await seen()).toEqual({ live: before, canary: null, share: 0 });
});

it('is never pruned while it runs', async () => {
  await compose('promote', 'mf-quiz@2', '--canary', '10');
  const options = {
    store: versions.store,
    author: { who: 'test', why: null },
    keep: 1,
    now: Date.now() + 2 * 24 * 60 * 60_000,
  };
  const unneeded = ['remotes/mf-panda/2/', 'remotes/mf-quiz/3/'];
  expect(await prune({ ...options, isDry: true })).toEqual(unneeded);
  expect(await prune({ ...options, isDry: false })).toEqual(unneeded);
});
