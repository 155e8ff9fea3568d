import type { MeasuredVital, VitalRating } from '@frens/compose/composition';
import type { LiveSite } from '@frens/compose/server';
import { compositionHeader } from '@frens/contract/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hour } from '../../clock.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { healthOfAll } from './version-health.ts';

/** The canaries that the site was told to end. */
let ended: Parameters<LiveSite['endSlowCanary']>[] = [];
const version = 'mf-quiz@2';
const canary = 'mf-quiz@3';
const liveSite: LiveSite = {
  noteWorking: async () => {},
  versions: async () => new Set(['shell@1', version, canary]),
  compositions: async () => new Set(['c-live', 'c-canary']),
  isLoadable: async () => true,
  liveInsteadOf: async (name) => (name === canary ? { live: version } : null),
  quarantine: async () => null,
  async endSlowCanary(...seen) {
    ended.push(seen);
    return 'It was slow.';
  },
};
let app: TestApp;
beforeAll(async () => {
  // One trusted hop: everybody comes from a network of their own.
  app = await startTestApp({ trustedProxyHops: 1, quarantine: true }, undefined, liveSite);
});
afterAll(() => app.close());
beforeEach(() => {
  ended = [];
  // Of another test, and out of the window.
  app.clock.advance(3 * hour);
});

let networks = 0;
/** Somebody who comes from a network of their own, on a page of the live composition. */
function somebody(client: TestClient = app.visitor(), versions = ['shell@1', version, canary]) {
  networks += 1;
  const headers = { 'X-Forwarded-For': `198.51.100.${networks}`, [compositionHeader]: 'c-live' };
  const send = (body: object) => client.send('POST', '/api/composition/visits', { body, headers });
  return {
    /** @returns the token of the visit */
    async visits(): Promise<string> {
      // True by the contract, which the server checks its answers against.
      return ((await (await send({ versions })).json()) as { token: string }).token;
    },
    tellsLater: async (token: string, ...vitals: MeasuredVital[]) =>
      (await send({ versions: [], token, vitals })).status,
    async tells(...vitals: MeasuredVital[]): Promise<number> {
      return (await send({ versions, vitals })).status;
    },
  };
}
const inp = (rating: VitalRating, of = canary): MeasuredVital => ({ version: of, name: 'INP', rating });

/** So many people, one after the other, for whom a version answered like that. */
async function people(count: number, rating: VitalRating, of = canary): Promise<void> {
  for (let one = 0; one < count; one += 1) expect(await somebody().tells(inp(rating, of))).toBe(200);
}

describe('a canary that answers too late', () => {
  it('ends at the fifth for whom it does, where what is live is faster', async () => {
    await people(4, 'good', version);
    await people(1, 'good');
    await people(1, 'needs-improvement');
    await people(4, 'poor');
    expect(ended).toEqual([]);
    await people(1, 'poor');
    expect(ended).toEqual([[canary, { measured: 7, poor: 5 }, { measured: 4, poor: 0 }]]);
  });

  it('goes on while what is live is as slow, or only a little faster', async () => {
    await people(5, 'poor', version);
    await people(6, 'poor');
    expect(ended).toEqual([]);
  });

  it('is not judged by what is between, nor by anything but interactions', async () => {
    await people(6, 'needs-improvement');
    for (let one = 0; one < 6; one += 1)
      await somebody().tells(
        { version: canary, name: 'LCP', rating: 'poor' },
        { version: canary, name: 'CLS', rating: 'poor' },
      );
    expect(ended).toEqual([]);
  });

  it('counts one person once an hour, with the worst, however often they say it', async () => {
    const insistent = somebody();
    for (let one = 0; one < 8; one += 1) await insistent.tells(inp('poor'));
    await insistent.tells(inp('good'));
    expect(ended).toEqual([]);
    expect(await told(canary)).toEqual([{ composition: 'c-live', vitals: { INP: [0, 0, 1] } }]);
  });
});

/** What is told of a version. */
async function told(name: string) {
  const all = await healthOfAll(app.services, liveSite);
  return all
    .filter((one) => one.version === name)
    .map(({ composition, vitals }) => ({ composition, vitals }));
}

it('tells of each version how fast it was, by the composition that showed it', async () => {
  const vital = { version: 'shell@1', name: 'LCP' } as const;
  await somebody().tells({ ...vital, rating: 'good' }, { ...vital, name: 'CLS', rating: 'poor' });
  await somebody().tells({ ...vital, rating: 'needs-improvement' });
  expect(await told('shell@1')).toEqual([
    { composition: 'c-live', vitals: { LCP: [1, 1, 0], CLS: [0, 0, 1] } },
  ]);
});

it('says nothing of the live version, however slow', async () => {
  await people(8, 'poor', version);
  expect(ended).toEqual([]);
});

describe('who may tell', () => {
  it('is heard on what their page has asked for, at once or by its token', async () => {
    const other = somebody(app.visitor(), ['shell@1']);
    expect(await other.tells(inp('poor'))).toBe(200);
    expect(await told(canary)).toEqual([]);
    const token = await other.visits();
    expect(await other.tells({ ...inp('good'), version: 'shell@1' })).toBe(200);
    expect(await other.tellsLater(token, { ...inp('good'), version: 'shell@1' }, inp('poor'))).toBe(200);
    expect(await other.tellsLater(`${token}x`, { ...inp('good'), version: 'shell@1' })).toBe(400);
    expect(await told(canary)).toEqual([]);
    expect(await told('shell@1')).toEqual([{ composition: 'c-live', vitals: { INP: [1, 0, 0] } }]);
  });

  it('leaves nothing that leads back to them, and nothing at all after three hours', async () => {
    const member = await app.member();
    await somebody(member).tells(inp('poor'));
    const found = await app.services.db.models.VersionVitals.find({ version: canary })
      .sort({ hour: -1 })
      .lean();
    const kept = JSON.stringify(found);
    for (const secret of [`198.51.100.${networks}`, member.id, ...member.cookies.values()])
      expect(kept).not.toContain(secret);
    expect(Object.keys(found[0] ?? {}).sort()).toEqual([
      'INP',
      '_id',
      'composition',
      'forgetAt',
      'hour',
      'version',
    ]);
    expect(found[0] && found[0].forgetAt.getTime() - found[0].hour.getTime()).toBe(3 * hour);
  });
});

it('ends nothing unless it is switched on', async () => {
  const off = await startTestApp({ trustedProxyHops: 1, quarantine: false }, undefined, liveSite);
  try {
    for (let one = 0; one < 6; one += 1) await somebody(off.visitor()).tells(inp('poor'));
    expect(ended).toEqual([]);
  } finally {
    await off.close();
  }
});
