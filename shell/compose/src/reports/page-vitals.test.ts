import { beforeEach, describe, expect, it } from 'vitest';
import type { MeasuredVital, VitalRating } from '../model/calls.ts';
import type { LiveSite } from '../server/live-site.ts';
import { reportingHost } from '../testing/reports.ts';
import { healthOfAll } from './version-health.ts';

const version = 'mf-quiz@2';
const canary = 'mf-quiz@3';
const all = ['shell@1', version, canary];
/** The canaries that the site was told to end. */
let ended: Parameters<LiveSite['endSlowCanary']>[];
const live: LiveSite = {
  noteWorking: async () => {},
  versions: async () => new Set(all),
  compositions: async () => new Set(['c-live', 'c-canary']),
  isLoadable: async () => true,
  liveInsteadOf: async (name) => (name === canary ? { live: version } : null),
  quarantine: async () => null,
  async endSlowCanary(...seen) {
    ended.push(seen);
    return 'It was slow.';
  },
};
let { host, somebody } = reportingHost(live);
beforeEach(() => {
  ended = [];
  ({ host, somebody } = reportingHost(live));
});

const inp = (rating: VitalRating, of = canary): MeasuredVital => ({ version: of, name: 'INP', rating });

/** So many people, one after the other, for whom a version answered like that. */
async function people(count: number, rating: VitalRating, of = canary): Promise<void> {
  for (let one = 0; one < count; one += 1) await somebody().visit(all, { vitals: [inp(rating, of)] });
}

/** The vitals of a version by composition. */
const told = async (name: string) =>
  (await healthOfAll(host))
    .filter((one) => one.version === name)
    .map(({ composition, vitals }) => ({ composition, vitals }));

describe('a slow canary', () => {
  it('ends at the fifth slow reader, if the live version is faster', async () => {
    await people(4, 'good', version);
    await people(1, 'good');
    await people(1, 'needs-improvement');
    await people(4, 'poor');
    expect(ended).toEqual([]);
    await people(1, 'poor');
    expect(ended).toEqual([[canary, { measured: 7, poor: 5 }, { measured: 4, poor: 0 }]]);
  });

  it('continues while the live version is as slow, or hardly faster', async () => {
    await people(5, 'poor', version);
    await people(6, 'poor');
    expect(ended).toEqual([]);
  });

  it('continues if quarantine is off', async () => {
    host.quarantine = false;
    await people(6, 'poor');
    expect(ended).toEqual([]);
  });

  it('is judged by poor interactions only', async () => {
    await people(6, 'needs-improvement');
    for (let one = 0; one < 6; one += 1)
      await somebody().visit(all, {
        vitals: [
          { version: canary, name: 'LCP', rating: 'poor' },
          { version: canary, name: 'CLS', rating: 'poor' },
        ],
      });
    expect(ended).toEqual([]);
  });
});

it('counts the web vitals of each version by composition', async () => {
  const vital = { version: 'shell@1', name: 'LCP' } as const;
  await somebody().visit(all, {
    vitals: [
      { ...vital, rating: 'good' },
      { ...vital, name: 'CLS', rating: 'poor' },
    ],
  });
  await somebody().visit(all, { vitals: [{ ...vital, rating: 'needs-improvement' }] });
  expect(await told('shell@1')).toEqual([
    { composition: 'c-live', vitals: { LCP: [1, 1, 0], CLS: [0, 0, 1] } },
  ]);
});

it('never ends the live version, however slow', async () => {
  await people(8, 'poor', version);
  expect(ended).toEqual([]);
});

it('accepts web vitals of requested versions only', async () => {
  const [other, slow, good] = [somebody(), inp('poor'), inp('good', 'shell@1')];
  const { token } = await other.visit(['shell@1'], { vitals: [slow] });
  expect(await told(canary)).toEqual([]);
  await other.visit([], { token, vitals: [good, slow] });
  await expect(other.visit([], { token: `${token}x`, vitals: [good] })).rejects.toThrow('Refused');
  expect(await told(canary)).toEqual([]);
  expect(await told('shell@1')).toEqual([{ composition: 'c-live', vitals: { INP: [1, 0, 0] } }]);
});
