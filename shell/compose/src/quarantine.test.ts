import { afterEach, beforeEach, expect, it } from 'vitest';
import { appendHistory } from './append-history.ts';
import { startCanary } from './canary.ts';
import { promote } from './promote.ts';
import { endSlowCanary, quarantine } from './quarantine.ts';
import { rollback } from './rollback.ts';
import { type StoreOfVersions, storeOfVersions } from './testing/store-of-versions.ts';

let versions: StoreOfVersions;
const author = { who: 'test', why: null };
const target = () => ({ store: versions.store, environment: 'live', author });
const failures = { visits: 40, failures: { 'REMOTE-104': 4, 'REMOTE-105': 2 } };

beforeEach(async () => {
  versions = await storeOfVersions();
  const { shell, remote } = versions;
  await promote(target(), { versions: [await shell('1'), await remote('mf-quiz', '1')] }, {});
});
afterEach(() => versions.remove());

async function goLive(version: string) {
  await promote(target(), { versions: [await versions.remote('mf-quiz', version)] }, {});
}
async function live() {
  const { store } = versions;
  const { apps } = await store.composition((await store.liveId()) ?? '');
  return apps['mf-quiz']?.versions.map(({ version }) => version);
}
const takeOff = (version: string) =>
  quarantine({ store: versions.store, environment: 'live' }, `mf-quiz@${version}`, failures).then(
    (done) => done?.why ?? null,
  );

it('replaces it by the previous version for everybody, with a reason', async () => {
  await goLive('2');
  const why = await takeOff('2');
  expect(why).toBe(
    "mf-quiz@2 failed for 6 of 40 visits in two hours: REMOTE-104 4× (The remote's code threw on import), REMOTE-105 2× (A screen of the remote threw while rendering)",
  );
  expect(await live()).toEqual(['1']);
  expect(await versions.store.head()).toMatchObject({
    kind: 'quarantine',
    who: 'site',
    why,
    quarantined: 'mf-quiz@2',
  });
});

it('spares the last version, and versions that are no longer live', async () => {
  expect(await takeOff('1')).toBeNull();
  await goLive('2');
  expect(await takeOff('1')).toBeNull();
  expect(await takeOff('3')).toBeNull();
  expect(await live()).toEqual(['2', '1']);
});

it('acts once if several servers detect it', async () => {
  await goLive('2');
  const answers = await Promise.all([takeOff('2'), takeOff('2'), takeOff('2')]);
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(await live()).toEqual(['1']);
});

it('only reports in a frozen environment', async () => {
  await goLive('2');
  await appendHistory(
    versions.store,
    'live',
    author,
    async (head) =>
      head && {
        kind: 'freeze',
        composition: head.composition,
        frozen: { ...author, at: new Date().toISOString() },
      },
  );
  expect(await takeOff('2')).toMatch(
    /^mf-quiz@2 failed for 6 of 40 visits.*\. It stays: live was frozen at 20\S+ by test\.$/,
  );
  expect(await takeOff('1'), 'what would stay anyway is not spoken of').toBeNull();
  expect(await live()).toEqual(['2', '1']);
  expect((await versions.store.head())?.kind).toBe('freeze');
});

it('is undone with --force only', async () => {
  await goLive('2');
  await goLive('3');
  await takeOff('3');
  expect(await live()).toEqual(['2']);
  await rollback(target(), { to: '2' });
  expect(await live()).toEqual(['2', '1']);
  const refusal = {
    kind: 'takenOff',
    reasons: [
      expect.stringMatching(/^mf-quiz@3, in step 4, 20\S+, by site: mf-quiz@3 failed for 6 of 40 visits/),
    ],
  };
  await expect(goLive('3')).rejects.toMatchObject(refusal);
  const version = await versions.remote('mf-quiz', '3');
  await expect(startCanary(target(), [version], 10, {})).rejects.toMatchObject(refusal);
  await promote(target(), { versions: [version] }, {}, { force: true });
  expect(await live()).toEqual(['3', '2']);
  await goLive('4');
  await goLive('3');
  expect(await live(), 'who said so once has decided').toEqual(['3', '4']);
});

it('ends a slow canary, and never touches the live version', async () => {
  const slow = () =>
    endSlowCanary(
      { store: versions.store, environment: 'live' },
      'mf-quiz@2',
      { measured: 7, poor: 6 },
      { measured: 40, poor: 1 },
    ).then((done) => done?.why ?? null);
  await startCanary(target(), [await versions.remote('mf-quiz', '2')], 10, {});
  const why = await slow();
  expect(why).toBe(
    'mf-quiz@2 answered after more than half a second for 6 of 7 people in two hours (INP), the live one for 1 of 40',
  );
  expect(await versions.store.head()).toMatchObject({ kind: 'quarantine', who: 'site', why, canary: null });
  expect(await live()).toEqual(['1']);
  await promote(target(), { versions: [await versions.remote('mf-quiz', '2')] }, {}, { force: true });
  expect(await slow()).toBeNull();
  expect(await live()).toEqual(['2', '1']);
});
