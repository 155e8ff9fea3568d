import type { MeasuredVital, VitalRating } from '@frens/compose';
import type { LiveSite } from '@frens/compose/server';
import { compositionHeader } from '@frens/contract/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { day, hour, minute } from '../../clock.ts';
import { idFrom } from '../../database/ids.ts';
import { versionHealthOf } from '../../mount-site.ts';
import { openSession } from '../../testing/crowds.ts';
import { startTestApp, type TestApp, type TestClient, type TestMember } from '../../testing/test-app.ts';
import { createWaitingCounts, waitingCounts } from './report-store.ts';

// The engine has tests of its own; these check that it counts in this database, by networks and members of the site.

const version = 'mf-quiz@2';
const canary = 'mf-quiz@3';
/** The versions that the site quarantined, and the canaries that it ended. */
let takenOff: unknown[] = [];
const liveSite: LiveSite = {
  noteWorking: async () => {},
  versions: async () => new Set([version, canary]),
  compositions: async () => new Set(['c-live']),
  isLoadable: async () => true,
  liveInsteadOf: async (name) => (name === canary ? { live: version } : null),
  async quarantine(...seen) {
    takenOff.push(seen);
    return 'It failed.';
  },
  async endSlowCanary(...seen) {
    takenOff.push(seen);
    return 'It was slow.';
  },
};
let app: TestApp;
beforeAll(async () => {
  // One trusted hop, so that everybody comes from a network of their own.
  app = await startTestApp({ trustedProxyHops: 1, quarantine: true }, undefined, liveSite);
});
afterAll(() => app.close());
beforeEach(() => {
  takenOff = [];
  // From another test, and outside the time window.
  app.clock.advance(3 * hour);
});

let networks = 0;
const network = () => `198.51.100.${(networks += 1)}`;

/** A visitor from a network of their own by default. */
function somebody(client: TestClient = app.visitor(), address = network()) {
  const headers = { 'X-Forwarded-For': address, [compositionHeader]: 'c-live' };
  return {
    address,
    async visit(of = version, vitals: MeasuredVital[] = []): Promise<string> {
      const body = { versions: [of], vitals };
      const answer = await client.send('POST', '/api/composition/visits', { body, headers });
      expect(answer.status).toBe(200);
      // Safe: the server checks its answers against the contract.
      return ((await answer.json()) as { token: string }).token;
    },
    async report(token: string, of = version): Promise<number> {
      const body = { token, version: of, code: 'REMOTE-104' };
      return (await client.send('POST', '/api/composition/reports', { body, headers })).status;
    },
  };
}

/** Reports the last failure once more. */
let again = () => Promise.resolve(0);

async function fails(person = somebody()): Promise<void> {
  const token = await person.visit();
  again = () => person.report(token);
  expect(await again()).toBe(204);
}

/** Waits a minute, until all visits are counted, and repeats the last failure report. */
async function settle(): Promise<void> {
  app.clock.advance(minute);
  expect(await again()).toBe(204);
}

/** Another browser with a session of the same member. */
async function signedIn(member: TestMember): Promise<TestClient> {
  const client = app.visitor();
  client.cookies.set('sid', await openSession(app.services, idFrom(member.id)));
  return client;
}

const counted = async (of = version) =>
  (await versionHealthOf(app.services)).filter((one) => one.version === of);

it('looks up no session for a visit, and the key of its hashes once', async () => {
  const { SiteKey, Session } = app.services.db.models;
  const { db } = Session.db;
  if (!db) throw new Error('The database is not open.');
  const member = await signedIn(await app.member());
  await somebody().visit();
  const keys = vi.spyOn(SiteKey, 'findById');
  const commands = vi.spyOn(db, 'command');
  const asked = () => JSON.stringify(commands.mock.calls).includes(Session.collection.name);
  await somebody(member).visit(version, [{ version, name: 'LCP', rating: 'good' }]);
  expect(keys).not.toHaveBeenCalled();
  expect(asked()).toBe(false);
  await member.call('GET /api/user');
  expect(asked()).toBe(true);
  vi.restoreAllMocks();
});

it('writes the counts of many visits by one command each, also after one that failed', async () => {
  const { models } = app.services.db;
  // Those of other tests, which may share the models.
  await waitingCounts(app.services).flush();
  const { addVisits, addVitals, flush } = createWaitingCounts(app.services);
  const hourly = { version, composition: 'c-live', hour: app.clock.now(), forgetAt: app.clock.now() };
  const visit = (network: number, id = 'visits') => ({ _id: id, ...hourly, visits: 1, networks: [network] });
  const commands = [models.VersionVisits, models.VersionVitals].map((one) =>
    vi.spyOn(one.collection, 'bulkWrite'),
  );
  commands[0]?.mockRejectedValueOnce(new Error('The database is away.'));
  await addVisits([visit(9)]);
  await flush();
  expect(app.logged).toContainEqual(
    expect.objectContaining({ msg: 'Counts of visits could not be stored.' }),
  );
  await addVisits([visit(1), visit(1, 'others')]);
  await addVisits([visit(2)]);
  await addVisits([visit(1)]);
  await addVitals([{ _id: 'vitals', ...hourly, LCP: 1, INP: 2 }]);
  await addVitals([{ _id: 'vitals', ...hourly, LCP: 2, INP: 0, CLS: 0 }]);
  await flush();
  expect(commands.map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
  vi.restoreAllMocks();
  const stored = await models.VersionVisits.find({ hour: hourly.hour }, { visits: 1, networks: 1 }).lean();
  expect(stored.toSorted((one, other) => other.visits - one.visits)).toEqual([
    { _id: 'visits', visits: 3, networks: [1, 2] },
    { _id: 'others', visits: 1, networks: [1] },
  ]);
  expect(await models.VersionVitals.findById('vitals').lean()).toMatchObject({ LCP: 2, INP: 2, CLS: 0 });
});

describe('a version that fails', () => {
  it('is quarantined after five reports, with their details', async () => {
    for (let count = 0; count < 4; count += 1) await fails();
    await settle();
    expect(takenOff).toEqual([]);
    await fails();
    await settle();
    expect(takenOff).toEqual([[version, { visits: 5, failures: { 'REMOTE-104': 5 } }]]);
    expect(await counted()).toEqual([
      { version, composition: 'c-live', visits: 5, failures: { 'REMOTE-104': 5 }, vitals: {} },
    ]);
  });

  it('is not saved by repeated visits from one network', async () => {
    const insistent = somebody();
    for (let count = 0; count < 12; count += 1) await insistent.visit();
    expect(await counted()).toMatchObject([{ visits: 10 }]);
  });

  it('counts once per network, whatever its sessions, members and visitors', async () => {
    const home = network();
    const maya = await app.member();
    for (let count = 0; count < 3; count += 1) await fails(somebody(await signedIn(maya), home));
    for (let count = 0; count < 3; count += 1) await fails(somebody(await app.member(), home));
    await fails(somebody(app.visitor(), home));
    expect(await counted()).toMatchObject([{ failures: { 'REMOTE-104': 1 } }]);
  });

  it('counts once per subscriber, whatever their IPv6 networks', async () => {
    const line = (number: number) => somebody(app.visitor(), `2001:db8:77:${number}::1`);
    for (let count = 1; count <= 6; count += 1) await fails(line(count));
    await settle();
    expect(takenOff).toEqual([]);
    expect(await counted()).toMatchObject([{ failures: { 'REMOTE-104': 1 } }]);
    for (let count = 1; count <= 4; count += 1) await fails(somebody(app.visitor(), `2001:db8:${count}::1`));
    await settle();
    expect(takenOff).toHaveLength(1);
  });

  it('counts once per account older than a day, and younger accounts as visitors', async () => {
    const [maya, newcomer] = await Promise.all([app.member(), app.member()]);
    const joined = new Date(app.clock.now().getTime() - day);
    await app.services.db.models.User.updateOne({ _id: maya.id }, { createdAt: joined });
    for (let count = 0; count < 6; count += 1) await fails(somebody(maya));
    expect(await counted()).toMatchObject([{ failures: { 'REMOTE-104': 1 } }]);
    for (let count = 0; count < 3; count += 1) await fails(somebody(newcomer));
    await settle();
    expect(takenOff).toEqual([]);
    await fails();
    await settle();
    expect(takenOff).toHaveLength(1);
  });
});

describe('a slow canary', () => {
  const inp = (rating: VitalRating, of = canary): MeasuredVital => ({ version: of, name: 'INP', rating });

  it('ends after five slow reports if the live version is faster', async () => {
    await somebody().visit(version, [inp('good', version)]);
    await somebody().visit(canary, [inp('good')]);
    for (let one = 0; one < 5; one += 1) await somebody().visit(canary, [inp('poor')]);
    expect(takenOff).toEqual([[canary, { measured: 6, poor: 5 }, { measured: 1, poor: 0 }]]);
  });

  it('counts a person once an hour, with their worst value', async () => {
    const insistent = somebody();
    for (let one = 0; one < 6; one += 1) await insistent.visit(canary, [inp('poor')]);
    await insistent.visit(canary, [inp('good')]);
    expect(takenOff).toEqual([]);
    expect(await counted(canary)).toMatchObject([{ composition: 'c-live', vitals: { INP: [0, 0, 1] } }]);
  });

  it('stores nothing about the reporter, and nothing at all after three hours', async () => {
    const member = await app.member();
    const { address, visit } = somebody(member);
    await visit(canary, [inp('poor')]);
    const [kept] = await app.services.db.models.VersionVitals.find({}).sort({ hour: -1 }).limit(1).lean();
    for (const secret of [address, member.id, ...member.cookies.values()])
      expect(JSON.stringify(kept)).not.toContain(secret);
    expect(
      Object.keys(kept ?? {})
        .sort()
        .join(),
    ).toBe('INP,_id,composition,forgetAt,hour,version');
    expect(kept && kept.forgetAt.getTime() - kept.hour.getTime()).toBe(3 * hour);
  });
});

it('refuses a report without the token of a page that asked for this version', async () => {
  const person = somebody();
  expect(await person.report('made.up')).toBe(400);
  expect(await person.report(await person.visit(canary))).toBe(400);
});

it('stores nothing that identifies the reporter of a failure', async () => {
  const member = await app.member();
  const person = somebody(member);
  await fails(person);
  const kept = JSON.stringify(await app.services.db.models.VersionFailure.find({}).lean());
  for (const secret of [person.address, member.id, ...member.cookies.values()])
    expect(kept).not.toContain(secret);
});
