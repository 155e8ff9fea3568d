import type { LiveSite } from '@frens/compose/server';
import { compositionHeader } from '@frens/contract/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { day, hour, minute } from '../../clock.ts';
import { idFrom } from '../../database/ids.ts';
import { createLimiter } from '../../rate-limits/limiter.ts';
import { openSession } from '../../testing/crowds.ts';
import { startTestApp, type TestApp, type TestClient, type TestMember } from '../../testing/test-app.ts';
import { startOfHour } from './reporting-window.ts';
import { countVisits, healthOf, healthOfAll } from './version-health.ts';

/** What the site was told to take off. */
let takenOff: Parameters<LiveSite['quarantine']>[] = [];
const version = 'mf-quiz@2';
const canary = 'mf-quiz@3';
/** The versions that were said to work. */
let working: string[] = [];
const liveSite: LiveSite = {
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
let app: TestApp;
beforeAll(async () => {
  // One trusted hop: everybody comes from a network of their own.
  app = await startTestApp({ trustedProxyHops: 1, quarantine: true }, undefined, liveSite);
});
afterAll(() => app.close());
beforeEach(async () => {
  takenOff = [];
  // Of another test, and out of the window.
  app.clock.advance(3 * hour);
});

let networks = 0;
function network(): string {
  networks += 1;
  return `198.51.${Math.floor(networks / 250)}.${networks % 250}`;
}
/** Somebody who comes from a network of their own unless told. */
function somebody(client: TestClient = app.visitor(), address = network()) {
  return {
    async visit(versions = [version], composition = 'c-live'): Promise<string> {
      const headers = { 'X-Forwarded-For': address, [compositionHeader]: composition };
      const answer = await client.send('POST', '/api/composition/visits', { body: { versions }, headers });
      expect(answer.status).toBe(200);
      // True by the contract, which the server checks its answers against.
      const given = (await answer.json()) as { token: string; versions: string[] };
      expect(given.versions).toEqual(versions.filter((name) => name !== 'mf-quiz@9'));
      return given.token;
    },
    async report(token: string, code = 'REMOTE-104', of = version): Promise<number> {
      const body = { token, version: of, code };
      const headers = { 'X-Forwarded-For': address };
      return (await client.send('POST', '/api/composition/reports', { body, headers })).status;
    },
  };
}

/** So many pages of one network that ask for the version and report nothing, as `POST /api/composition/visits` counts them. */
async function countPages(count: number): Promise<void> {
  const { db, clock } = app.services;
  const visit = { versions: [version], composition: 'c-live', network: network() };
  await countVisits({ ...app.services, limiter: createLimiter(app.services) }, visit);
  const ofHour = { version, hour: startOfHour(clock.now()) };
  await db.models.VersionVisits.updateOne(ofHour, { $inc: { visits: count - 1 } });
}

/** Reports the last failure once more. */
let again = () => Promise.resolve(0);

async function fails(person = somebody(), of = version, code = 'REMOTE-104'): Promise<void> {
  const token = await person.visit([of]);
  again = () => person.report(token, code, of);
  expect(await again()).toBe(204);
}

/** A minute later everybody's visit is known, and the last one who failed says so once more. */
async function settle(): Promise<void> {
  app.clock.advance(minute);
  expect(await again()).toBe(204);
}

/** Another browser in which a member is signed in. */
async function signedIn(member: TestMember): Promise<TestClient> {
  const client = app.visitor();
  client.cookies.set('sid', await openSession(app.services, idFrom(member.id)));
  return client;
}

describe('a version that fails', () => {
  it('is taken off when five say so, with what is known of it', async () => {
    for (let count = 0; count < 4; count += 1) await fails();
    await settle();
    expect(takenOff).toEqual([]);
    await fails();
    expect(takenOff).toEqual([]);
    await settle();
    expect(takenOff).toEqual([[version, { visits: 5, failures: { 'REMOTE-104': 5 } }]]);
  });

  it('stays where those whose pages go on are many, though they say so last', async () => {
    for (let count = 0; count < 5; count += 1) await fails();
    await countPages(96);
    await settle();
    expect(takenOff).toEqual([]);
  });

  it('stays while it fails for fewer than one in twenty visits', async () => {
    await countPages(60);
    await countPages(60);
    for (let count = 0; count < 6; count += 1) await fails();
    await settle();
    expect(takenOff).toEqual([]);
    await fails();
    await settle();
    expect(takenOff).toHaveLength(1);
  });

  it('is not saved by one network that visits again and again: ten of its visits count in an hour', async () => {
    const limiter = createLimiter(app.services);
    const visit = { versions: [version], composition: 'c-live', network: network() };
    for (let count = 0; count < 100; count += 1) await countVisits({ ...app.services, limiter }, visit);
    expect((await healthOf(app.services, version)).visits).toBe(10);
    for (let count = 0; count < 5; count += 1) await fails();
    await settle();
    expect(takenOff).toHaveLength(1);
  });

  it('counts once for each network, however many sessions, members and visitors of it say so', async () => {
    const home = network();
    const maya = await app.member();
    for (let count = 0; count < 5; count += 1) await fails(somebody(await signedIn(maya), home));
    for (let count = 0; count < 4; count += 1) await fails(somebody(await app.member(), home));
    const insistent = somebody(app.visitor(), home);
    const token = await insistent.visit();
    for (let count = 0; count < 8; count += 1) expect(await insistent.report(token)).toBe(204);
    await settle();
    expect(takenOff).toEqual([]);
    expect((await healthOf(app.services, version)).failures).toEqual({ 'REMOTE-104': 1 });
  });

  it('counts once for each subscriber, however many networks of IPv6 are theirs', async () => {
    const line = (number: number) => somebody(app.visitor(), `2001:db8:77:${number}::1`);
    for (let count = 1; count <= 6; count += 1) await fails(line(count));
    await settle();
    expect(takenOff).toEqual([]);
    expect((await healthOf(app.services, version)).failures).toEqual({ 'REMOTE-104': 1 });
    for (let count = 1; count <= 4; count += 1) await fails(somebody(app.visitor(), `2001:db8:${count}::1`));
    await settle();
    expect(takenOff).toHaveLength(1);
  });

  it('stays while it fails in fewer than one in five networks, though they are five', async () => {
    for (let count = 0; count < 45; count += 1) await countPages(1);
    for (let count = 0; count < 6; count += 1) await fails();
    await settle();
    expect(takenOff).toEqual([]);
    // The number of networks is an estimate: far enough from the bar on both sides.
    for (let count = 0; count < 14; count += 1) await fails();
    await settle();
    expect(takenOff).toHaveLength(1);
  });

  it('is not believed to be unnamed where pages may load it', async () => {
    for (let count = 0; count < 6; count += 1) {
      await fails(somebody(), version, 'REMOTE-101');
      await fails(somebody(), 'mf-panda@1', 'REMOTE-101');
    }
    await settle();
    expect(takenOff.map(([name]) => name)).toEqual(['mf-panda@1']);
    expect((await healthOf(app.services, version)).failures).toEqual({});
  });

  it('counts once for each account that is older than a day, and a younger one as a visitor', async () => {
    const [maya, newcomer] = [await app.member(), await app.member()];
    const joined = new Date(app.clock.now().getTime() - day);
    await app.services.db.models.User.updateOne({ _id: maya.id }, { createdAt: joined });
    for (let count = 0; count < 6; count += 1) await fails(somebody(maya));
    expect((await healthOf(app.services, version)).failures).toEqual({ 'REMOTE-104': 1 });
    for (let count = 0; count < 3; count += 1) await fails(somebody(newcomer));
    await settle();
    expect(takenOff).toEqual([]);
    await fails();
    await settle();
    expect(takenOff).toHaveLength(1);
  });

  it('is forgiven after two hours', async () => {
    for (let count = 0; count < 4; count += 1) await fails();
    app.clock.advance(2 * hour);
    await fails();
    await settle();
    expect(takenOff).toEqual([]);
  });
});

describe('a version that works', () => {
  const workingAfter = async (visits: number, failures: number) => {
    app.clock.advance(3 * hour);
    for (let count = 0; count < failures; count += 1) await fails();
    for (let count = failures; count < visits; count += 1) await countPages(1);
    working = [];
    await somebody().visit();
    return working;
  };

  it('is one that five have asked for, and that failed for fewer than one in twenty', async () => {
    expect(await workingAfter(3, 0)).toEqual([]);
    expect(await workingAfter(4, 0)).toEqual([version]);
    expect(await workingAfter(19, 1)).toEqual([]);
    expect(await workingAfter(20, 1)).toEqual([version]);
  });
});

describe('a version that throws while its page goes on', () => {
  it('is counted, also after it has failed, and is not taken off', async () => {
    const first = somebody();
    await fails(first);
    await fails(first, version, 'REMOTE-106');
    for (let count = 0; count < 8; count += 1) await fails(somebody(), version, 'REMOTE-106');
    for (let count = 0; count < 3; count += 1) await fails();
    await settle();
    expect(takenOff).toEqual([]);
    await fails();
    await settle();
    expect(takenOff).toEqual([[version, { visits: 14, failures: { 'REMOTE-104': 5, 'REMOTE-106': 9 } }]]);
  });

  it('ends as a canary, when it throws for more than what is live', async () => {
    for (let count = 0; count < 5; count += 1) await fails(somebody(), canary, 'REMOTE-106');
    await settle();
    expect(takenOff).toEqual([[canary, { visits: 5, failures: { 'REMOTE-106': 5 } }]]);
  });

  it('may be the shell, which can fail in no other way', async () => {
    const shell = 'shell@1';
    const person = somebody();
    const token = await person.visit([shell]);
    expect(await person.report(token, 'REMOTE-104', shell)).toBe(400);
    expect(await person.report(token, 'REMOTE-106', shell)).toBe(204);
  });
});

describe('a canary that fails', () => {
  /** Sixty visits of what is live, of which so many fail. */
  async function liveFails(count: number): Promise<void> {
    await countPages(60 - count);
    for (let visit = 0; visit < count; visit += 1) await fails();
  }

  it('ends when it fails for more than what is live, by the margin', async () => {
    await liveFails(0);
    for (let count = 0; count < 5; count += 1) await fails(somebody(), canary);
    await settle();
    expect(takenOff).toEqual([[canary, { visits: 5, failures: { 'REMOTE-104': 5 } }]]);
  });

  it('goes on while what is live fails as often', async () => {
    // Of these the live one goes, which is another matter.
    await liveFails(30);
    const others = somebody();
    for (let count = 0; count < 6; count += 1) await others.visit([canary]);
    for (let count = 0; count < 6; count += 1) await fails(somebody(), canary);
    await settle();
    expect(takenOff.filter(([name]) => name === canary)).toEqual([]);
  });
});

it('tells of each version how it does, by the composition that showed it', async () => {
  await somebody().visit([version]);
  await somebody().visit([version], 'c-made-up');
  const person = somebody();
  const token = await person.visit([version], 'c-canary');
  expect(await person.report(token)).toBe(204);
  const health = await healthOfAll(app.services, liveSite);
  const counts = { version, visits: 1, vitals: {} };
  expect(health).toHaveLength(3);
  expect(health).toEqual(
    expect.arrayContaining([
      { ...counts, composition: 'c-live', failures: {} },
      // What is not live here has no name of its own.
      { ...counts, composition: null, failures: {} },
      { ...counts, composition: 'c-canary', failures: { 'REMOTE-104': 1 } },
    ]),
  );
  expect(await healthOf(app.services, version)).toEqual({ visits: 3, failures: { 'REMOTE-104': 1 } });
});

describe('who may report', () => {
  it('needs the token of a page that asked for this version, of the last day', async () => {
    const person = somebody();
    const token = await person.visit(['mf-panda@1']);
    expect(await person.report('made.up')).toBe(400);
    expect(await person.report(token)).toBe(400);
    expect(await person.report(`${token}x`)).toBe(400);
    expect(await person.report(token, 'REMOTE-104', 'mf-panda@1')).toBe(204);
    app.clock.advance(day + 1);
    expect(await person.report(token, 'REMOTE-104', 'mf-panda@1')).toBe(400);
  });

  it('can speak of live versions alone, in the words of the contract', async () => {
    const person = somebody();
    const token = await person.visit(['mf-quiz@9']);
    expect(await person.report(token, 'REMOTE-104', 'mf-quiz@9')).toBe(400);
    expect(await person.report(await person.visit(), 'REMOTE-999')).toBe(400);
    const { VersionVisits } = app.services.db.models;
    expect(await VersionVisits.exists({ version: 'mf-quiz@9' })).toBeNull();
  });

  it('leaves nothing that leads back to them', async () => {
    const member = await app.member();
    await fails(somebody(member, '203.0.113.9'));
    const kept = JSON.stringify(await app.services.db.models.VersionFailure.find({}).lean());
    for (const secret of ['203.0.113.9', member.id, ...member.cookies.values()])
      expect(kept).not.toContain(secret);
  });
});

it('takes nothing off unless it is switched on', async () => {
  const off = await startTestApp({ trustedProxyHops: 1, quarantine: false }, undefined, liveSite);
  try {
    for (let count = 0; count < 6; count += 1) await fails(somebody(off.visitor()));
    off.clock.advance(minute);
    await again();
    expect(takenOff).toEqual([]);
  } finally {
    await off.close();
  }
});
