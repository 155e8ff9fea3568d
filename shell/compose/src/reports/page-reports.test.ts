import { beforeEach, describe, expect, it } from 'vitest';
import type { LiveSite } from '../server/live-site.ts';
import { reportingHost } from '../testing/reports.ts';
import { day, hour, minute } from './reporting-window.ts';
import { countVisits, healthOf, healthOfAll } from './version-health.ts';

const version = 'mf-quiz@2';
const canary = 'mf-quiz@3';
/** What the site was told to take off, and which versions were said to work. */
let takenOff: Parameters<LiveSite['quarantine']>[];
let working: string[];
const live: LiveSite = {
  async noteWorking(name, _now, works) {
    if (await works()) working.push(name);
  },
  versions: async () => new Set([version, canary, 'mf-quiz@1', 'mf-panda@1', 'shell@1']),
  compositions: async () => new Set(['c-live', 'c-canary']),
  isLoadable: async (name) => name === version,
  liveInsteadOf: async (name) => (name === canary ? { live: version } : null),
  async quarantine(...seen) {
    takenOff.push(seen);
    return 'It failed.';
  },
  endSlowCanary: async () => null,
};
let { host, advance, somebody } = reportingHost(live);
beforeEach(() => {
  [takenOff, working] = [[], []];
  ({ host, advance, somebody } = reportingHost(live));
});

/** Counts visits to the version that report nothing, each from another network unless one is given. */
async function countPages(count: number, network?: string): Promise<void> {
  for (let page = 0; page < count; page += 1)
    await countVisits(host, { versions: [version], composition: 'c-live' }, network ?? `page ${page}`);
}

/** Reports the last failure once more. */
let again = () => Promise.resolve(true);

async function fails(person = somebody(), of = version, code?: string): Promise<void> {
  const { token } = await person.visit([of]);
  again = () => person.report(token, of, code);
  expect(await again()).toBe(true);
}

async function failFor(count: number, of = version, code?: string): Promise<void> {
  for (let one = 0; one < count; one += 1) await fails(somebody(), of, code);
}

/** A minute later everybody's visit is known, and the last one who failed says so once more. */
async function settle(): Promise<void> {
  advance(minute);
  expect(await again()).toBe(true);
}

describe('a version that fails', () => {
  it('is quarantined after five reports', async () => {
    await failFor(4);
    await settle();
    expect(takenOff).toEqual([]);
    await fails();
    expect(takenOff).toEqual([]);
    await settle();
    expect(takenOff).toEqual([[version, { visits: 5, failures: { 'REMOTE-104': 5 } }]]);
  });

  it('stays if most visits succeed, even if reported later', async () => {
    await failFor(5);
    await countPages(96);
    await settle();
    expect(takenOff).toEqual([]);
  });

  it('stays while it fails for fewer than one in twenty visits', async () => {
    for (let network = 0; network < 12; network += 1) await countPages(10, `busy ${network}`);
    await failFor(6);
    await settle();
    expect(takenOff).toEqual([]);
    await fails();
    await settle();
    expect(takenOff).toHaveLength(1);
  });

  it('is not saved by many visits of one network: ten count in an hour', async () => {
    await countPages(100, 'insistent');
    expect((await healthOf(host, version)).visits).toBe(10);
    await failFor(5);
    await settle();
    expect(takenOff).toHaveLength(1);
  });

  it('counts once per network and once per member', async () => {
    for (const member of ['maya', 'lin', null, null, null])
      for (let count = 0; count < 3; count += 1) await fails(somebody({ network: 'home', member }));
    expect((await healthOf(host, version)).failures).toEqual({ 'REMOTE-104': 1 });
    for (let count = 0; count < 6; count += 1) await fails(somebody({ member: 'ana' }));
    await settle();
    expect((await healthOf(host, version)).failures).toEqual({ 'REMOTE-104': 2 });
    expect(takenOff).toEqual([]);
    await failFor(3);
    await settle();
    expect(takenOff).toHaveLength(1);
  });

  it('stays while it fails in fewer than one in five networks', async () => {
    await countPages(45);
    await failFor(6);
    await settle();
    expect(takenOff).toEqual([]);
    // The number of networks is an estimate: far enough from the bar on both sides.
    await failFor(14);
    await settle();
    expect(takenOff).toHaveLength(1);
  });

  it('ignores reports of unlisted versions that pages may load', async () => {
    await failFor(6, version, 'REMOTE-101');
    await failFor(6, 'mf-panda@1', 'REMOTE-101');
    await settle();
    expect(takenOff.map(([name]) => name)).toEqual(['mf-panda@1']);
    expect((await healthOf(host, version)).failures).toEqual({});
  });

  it('is forgiven after two hours', async () => {
    await failFor(4);
    advance(2 * hour);
    await fails();
    await settle();
    expect(takenOff).toEqual([]);
  });

  it('stays if quarantine is off', async () => {
    host.quarantine = false;
    await failFor(6);
    await settle();
    expect(takenOff).toEqual([]);
  });
});

describe('a version that works', () => {
  it.each([
    [3, 0, []],
    [4, 0, [version]],
    [19, 1, []],
    [20, 1, [version]],
  ])('after %i visits, of which %i failed: %j', async (visits, failures, expected) => {
    await failFor(failures);
    await countPages(visits - failures);
    working = [];
    await somebody().visit([version]);
    expect(working).toEqual(expected);
  });
});

describe('a version that throws on a page that stays usable', () => {
  it('is counted, also after a failure, but not quarantined', async () => {
    const first = somebody();
    await fails(first);
    await fails(first, version, 'REMOTE-106');
    await failFor(8, version, 'REMOTE-106');
    await failFor(3);
    await settle();
    expect(takenOff).toEqual([]);
    await fails();
    await settle();
    expect(takenOff).toEqual([[version, { visits: 14, failures: { 'REMOTE-104': 5, 'REMOTE-106': 9 } }]]);
  });

  it('ends as a canary if it throws more often than the live version', async () => {
    await failFor(5, canary, 'REMOTE-106');
    await settle();
    expect(takenOff).toEqual([[canary, { visits: 5, failures: { 'REMOTE-106': 5 } }]]);
  });

  it('may be the shell', async () => {
    const person = somebody();
    const { token } = await person.visit(['shell@1']);
    expect(await person.report(token, 'shell@1', 'REMOTE-104')).toBe(false);
    expect(await person.report(token, 'shell@1', 'REMOTE-106')).toBe(true);
  });
});

describe('a canary that fails', () => {
  it('ends if it fails more often than the live version, by the margin', async () => {
    await countPages(60);
    await failFor(5, canary);
    await settle();
    expect(takenOff).toEqual([[canary, { visits: 5, failures: { 'REMOTE-104': 5 } }]]);
  });

  it('continues while the live version fails as often', async () => {
    // Of these the live one goes, which is another matter.
    await countPages(30);
    await failFor(30);
    for (let count = 0; count < 6; count += 1) await somebody().visit([canary]);
    await failFor(6, canary);
    await settle();
    expect(takenOff.filter(([name]) => name === canary)).toEqual([]);
  });
});

it('counts the health of each version by composition', async () => {
  await somebody().visit([version]);
  await somebody().visit([version], { composition: 'c-made-up' });
  const person = somebody();
  const { token } = await person.visit([version], { composition: 'c-canary' });
  expect(await person.report(token, version)).toBe(true);
  const counts = { version, visits: 1, vitals: {} };
  expect(await healthOfAll(host)).toEqual([
    { ...counts, composition: 'c-live', failures: {} },
    // What is not live here has no name of its own.
    { ...counts, composition: null, failures: {} },
    { ...counts, composition: 'c-canary', failures: { 'REMOTE-104': 1 } },
  ]);
  expect(await healthOf(host, version)).toEqual({ visits: 3, failures: { 'REMOTE-104': 1 } });
});

describe('who may report', () => {
  it('needs a token of the last day for this version', async () => {
    const person = somebody();
    const { token } = await person.visit(['mf-panda@1']);
    expect(await person.report('made.up', version)).toBe(false);
    expect(await person.report(token, version)).toBe(false);
    expect(await person.report(`${token}x`, 'mf-panda@1')).toBe(false);
    expect(await person.report(token, 'mf-panda@1')).toBe(true);
    advance(day + 1);
    expect(await person.report(token, 'mf-panda@1')).toBe(false);
  });

  it.each([2 * hour, 400 * day])(
    'needs one that was not made before the clock went back by %i ms',
    async (back) => {
      const person = somebody();
      const { token } = await person.visit(['mf-panda@1']);
      advance(-back);
      expect(await person.report(token, 'mf-panda@1')).toBe(false);
    },
  );

  it('can report live versions only, with valid codes', async () => {
    const person = somebody();
    const { token, versions } = await person.visit([version, 'mf-quiz@9']);
    expect(versions).toEqual([version]);
    expect(await person.report(token, 'mf-quiz@9')).toBe(false);
    expect(await person.report(token, version, 'REMOTE-999')).toBe(false);
    expect((await healthOf(host, 'mf-quiz@9')).visits).toBe(0);
  });
});
