import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { appendHistory } from './append-history.ts';
import { startCanary } from './canary.ts';
import { promotionText } from './compare-compositions.ts';
import { promote } from './promote.ts';
import { rollBackRemote } from './roll-back-remote.ts';
import { rollback } from './rollback.ts';
import { type StoreOfVersions, storeOfVersions } from './testing/store-of-versions.ts';

let versions: StoreOfVersions;
const as = (who: string) => ({ store: versions.store, environment: 'live', author: { who, why: null } });
const go = async (who: string, name: string, version: string) =>
  promote(as(who), { versions: [await versions.remote(name, version)] }, {});
/** Versions by remote, fallbacks behind the live one. */
async function composed() {
  const { apps } = await versions.store.composition((await versions.store.liveId()) ?? '');
  return Object.fromEntries(
    Object.entries(apps).map(([name, app]) => [name, app.versions.map(({ version }) => version)]),
  );
}

beforeEach(async () => {
  versions = await storeOfVersions();
  const { shell, remote } = versions;
  const made = [await shell('1'), await remote('mf-events', '1'), await remote('mf-social', '1')];
  await promote(as('ops'), { versions: made }, {});
});
afterEach(async () => {
  vi.useRealTimers();
  await versions.remove();
});

describe('rolling back after two teams have shipped', () => {
  beforeEach(async () => {
    await go('events', 'mf-events', '2');
    await go('social', 'mf-social', '2');
  });

  it('rolls back the named remote and leaves the others live', async () => {
    const entry = await rollBackRemote(as('events'), { part: 'mf-events' });
    expect(entry).toMatchObject({ kind: 'rollback', who: 'events', takenOff: { 'mf-events@2': 4 } });
    expect(await composed()).toEqual({ 'mf-events': ['1'], 'mf-social': ['2', '1'] });
  });

  it('works while the site is frozen', async () => {
    const frozen = { who: 'ops', why: 'the fair', at: new Date().toISOString() };
    await appendHistory(versions.store, 'live', as('ops').author, async (head) => ({
      kind: 'freeze',
      composition: head?.composition ?? '',
      frozen,
    }));
    expect(await rollBackRemote(as('events'), { part: 'mf-events' })).toMatchObject({ frozen });
    expect((await composed())['mf-events']).toEqual(['1']);
  });

  it('acts once per incident, and names the command that goes back further', async () => {
    await go('events', 'mf-events', '3');
    await rollBackRemote(as('events'), { part: 'mf-events' });
    await expect(rollBackRemote(as('bo'), { part: 'mf-events' })).rejects.toMatchObject({
      kind: 'moved',
      message: expect.stringMatching(
        /^Nothing was done: events took mf-events@3 off \d s ago, in step 5\.\nTo go back further: npx frens-compose rollback mf-events@1$/,
      ),
    });
    await rollBackRemote(as('bo'), { part: 'mf-events@1' });
    expect((await composed())['mf-events']).toEqual(['1']);
    expect(await rollBackRemote(as('cy'), { part: 'mf-events@1' })).toBeNull();
    await go('events', 'mf-events', '4');
    await rollBackRemote(as('events'), { part: 'mf-events' });
    expect((await composed())['mf-events'], 'another one may be gone back from at once').toEqual(['1']);
  });

  it('refuses if something else went live meanwhile', async () => {
    const { store } = versions;
    vi.spyOn(store, 'append').mockImplementationOnce(async (...step) => {
      await go('events', 'mf-events', '3');
      return store.append(...step);
    });
    await expect(rollBackRemote(as('events'), { part: 'mf-events' })).rejects.toMatchObject({
      kind: 'moved',
    });
    expect((await composed())['mf-events']).toEqual(['3', '2']);
  });

  it("refuses a plain rollback of others' work, and names both alternatives", async () => {
    const refusal = expect.stringMatching(
      /^Nothing was done: this takes back mf-social@2, which others made live:\n {2}step 3, promote, 20\S+, social\nTo take back one remote, and nothing else: npx frens-compose rollback mf-social\nTo take back all of it: npx frens-compose rollback --to 2$/,
    );
    await expect(rollback(as('events'), {})).rejects.toMatchObject({
      kind: 'unsure',
      message: refusal,
      instead: ['rollback', '--to', '2'],
    });
    expect((await composed())['mf-social']).toEqual(['2', '1']);
    await rollback(as('social'), {});
    expect(await composed()).toEqual({ 'mf-events': ['2', '1'], 'mf-social': ['1'] });
  });

  it('refuses a plain rollback of more than one remote', async () => {
    const both = [await versions.remote('mf-events', '3'), await versions.remote('mf-social', '3')];
    await promote(as('ops'), { versions: both }, {});
    await expect(rollback(as('ops'), {})).rejects.toMatchObject({
      kind: 'unsure',
      message: expect.stringContaining('takes back mf-events@3, mf-social@3:'),
    });
  });

  it('refuses what is missing or was never live, and rolls back the shell like any other part', async () => {
    await expect(rollBackRemote(as('ops'), { part: 'mf-gone' })).rejects.toMatchObject({ kind: 'unknown' });
    await expect(rollBackRemote(as('ops'), { part: 'shell' })).rejects.toThrow('nothing before shell@1');
    await promote(as('ops'), { versions: [await versions.shell('2')] }, {});
    expect(await rollBackRemote(as('ops'), { part: 'shell' })).toMatchObject({ takenOff: { 'shell@2': 5 } });
  });
});

it('ends a canary of the remote, and no other canary', async () => {
  await go('events', 'mf-events', '2');
  await startCanary(as('social'), [await versions.remote('mf-social', '2')], 10, {});
  await expect(rollback(as('events'), {})).rejects.toMatchObject({
    kind: 'unsure',
    instead: ['rollback', 'mf-social'],
  });
  await rollBackRemote(as('events'), { part: 'mf-events' });
  const head = await versions.store.head();
  expect(head?.canary).toMatchObject({ versions: ['mf-social@2'] });
  await rollBackRemote(as('social'), { part: 'mf-social' });
  expect(await versions.store.head()).toMatchObject({ canary: null, takenOff: { 'mf-social@2': 5 } });
  expect(await composed()).toEqual({ 'mf-events': ['1'], 'mf-social': ['1'] });
});

it('takes nothing off when a rollback is undone', async () => {
  await go('events', 'mf-events', '2');
  await rollback(as('events'), {});
  await rollback(as('events'), { to: '2', force: true });
  const head = await versions.store.head();
  expect(head).toMatchObject({ backTo: 2 });
  expect(head?.takenOff).toBeUndefined();
});

describe('the fallback', () => {
  it('is the last version that is known to have worked', async () => {
    await versions.store.noteWorked('live', 'mf-events@1');
    await go('events', 'mf-events', '2');
    await go('events', 'mf-events', '3');
    expect((await composed())['mf-events']).toEqual(['3', '1']);
    await versions.store.noteWorked('live', 'mf-events@3');
    await go('events', 'mf-events', '4');
    expect((await composed())['mf-events']).toEqual(['4', '3']);
    await rollBackRemote(as('events'), { part: 'mf-events' });
    expect((await composed())['mf-events']).toEqual(['3', '1']);
  });

  it('reports skipped versions and the reasons', async () => {
    await versions.store.noteWorked('live', 'mf-events@1');
    await go('events', 'mf-events', '2');
    await go('events', 'mf-events', '3');
    await rollBackRemote(as('events'), { part: 'mf-events@2' });
    await go('events', 'mf-events', '4');
    const entry = await rollBackRemote(as('events'), { part: 'mf-events' });
    const skipped = { 'mf-events@2': 'not known to have worked', 'mf-events@3': 'taken off in step 4' };
    expect(entry?.skipped).toEqual(skipped);
    expect(promotionText('live', entry, [])).toMatch(
      /\nPassed over: mf-events@2 \(not known .*\), mf-events@3 \(taken off in step 4\)$/,
    );
    vi.useFakeTimers({ now: Date.now() + 11 * 60_000, toFake: ['Date'] });
    await go('events', 'mf-events', '5');
    expect((await rollback(as('events'), {}))?.skipped, 'the composition before is good').toBeUndefined();
    vi.setSystemTime(Date.now() + 11 * 60_000);
    expect(await rollback(as('events'), {})).toMatchObject({
      skipped: { 'mf-events@4': 'taken off in step 6' },
    });
  });

  it('is never a version that was taken off', async () => {
    await go('events', 'mf-events', '2');
    await rollBackRemote(as('events'), { part: 'mf-events' });
    await promote(as('events'), { versions: [await versions.remote('mf-events', '2')] }, {}, { force: true });
    await rollBackRemote(as('events'), { part: 'mf-events@1' });
    await go('events', 'mf-events', '3');
    expect((await composed())['mf-events']).toEqual(['3', '1']);
  });
});
