import { type CallKey, contract } from '@frens/contract';
import type { ReportSubject } from '@frens/contract/choices';
import { parseKey } from '@frens/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from './database/database.ts';
import { idFrom } from './database/ids.ts';
import { createModels } from './resources/models.ts';
import { suspendMember } from './resources/moderation/suspend-member.ts';
import { matrix } from './testing/call-matrix.ts';
import { quizSubmission } from './testing/factories.ts';
import { shapeOf } from './testing/query-plans.ts';
import { monitored, recordCommands } from './testing/record-commands.ts';
import { startTestApp, type TestApp, type TestMember } from './testing/test-app.ts';
import { startTestDatabase } from './testing/test-database.ts';

// Requests name hidden data. The response and the database commands must equal those for missing data, so that neither content nor
// timing reveals the difference.

let app: TestApp;
let viewer: TestMember;
let friend: TestMember;
let ownCircle: string;
/** Ids of hidden data, by the reason. */
let members: Record<string, string>;
let pandas: Record<string, string>;
let circles: Record<string, string>;

const nothing = 'e'.repeat(24);
const open = { circleType: 'open' } as const;

beforeAll(async () => {
  const database = await startTestDatabase();
  const db = await openDatabase(monitored(database.uri), createModels);
  app = await startTestApp(
    { limitFactor: 100 },
    { db, uri: database.uri, close: () => db.close().then(database.close) },
  );
  viewer = await app.member();
  friend = await app.member();
  await app.befriend(viewer, friend);
  const circleOf = async (owner: TestMember) =>
    (await owner.call('POST /api/circles', { body: { name: 'Tea', ...open } })).id;
  const pandaOf = async (owner: TestMember) =>
    (await owner.call('POST /api/vibe-quiz', { body: quizSubmission() })).pandaId;
  ownCircle = await circleOf(viewer);
  const endedCircle = await circleOf(friend);
  await viewer.call('POST /api/circles/:id/join', { params: { id: endedCircle }, body: {} });

  const [closed, blocking, blocked, related, suspended] = (await Promise.all(
    Array.from({ length: 5 }, () => app.member()),
  )) as [TestMember, TestMember, TestMember, TestMember, TestMember];
  const hide = (member: TestMember, profileVisibility: 'friends' | 'private') =>
    member.call('PATCH /api/privacy-settings', { body: { profileVisibility } });
  pandas = {
    private: await pandaOf(closed),
    blocking: await pandaOf(blocking),
    suspended: await pandaOf(suspended),
  };
  circles = { blocking: await circleOf(blocking), blocked: await circleOf(blocked), ended: endedCircle };
  // Ties that must not make a member visible: an ended circle, a request to another member's circle, and for the private member a shared
  // circle.
  const elsewhere = (
    await friend.call('POST /api/circles', { body: { name: 'Choir', circleType: 'invite' } })
  ).id;
  for (const member of [closed, blocking, related])
    for (const id of [ownCircle, endedCircle].slice(member === related ? 1 : 0))
      await member.call('POST /api/circles/:id/join', { params: { id }, body: {} });
  await related.call('POST /api/circles/:id/requests', { params: { id: elsewhere }, body: {} });
  await friend.call('DELETE /api/circles/:id', { params: { id: endedCircle }, body: { confirm: 'Tea' } });
  await viewer.call('DELETE /api/circles/:id/members/:uid', { params: { id: ownCircle, uid: closed.id } });
  await viewer.call('DELETE /api/circles/:id/members/:uid', { params: { id: ownCircle, uid: blocking.id } });
  await hide(closed, 'private');
  await hide(related, 'friends');
  await blocking.call('POST /api/users/:id/block', { params: { id: viewer.id } });
  await viewer.call('POST /api/users/:id/block', { params: { id: blocked.id } });
  await suspendMember({ services: app.services, who: 'kim' }, idFrom(suspended.id), {
    days: null,
    reason: 'Ads.',
    language: 'en',
  });
  members = {
    private: closed.id,
    blocking: blocking.id,
    blocked: blocked.id,
    friends: related.id,
    suspended: suspended.id,
  };
});
afterAll(() => app.close());

type Ask = (id: string) => readonly [path: string, body?: object];
type Asks = Partial<Record<CallKey, Ask>>;

/** A call of the matrix that names a member or another subject in its address, query or body. */
function requestOf(key: CallKey, { user = nothing, circle = nothing, panda = nothing }): ReturnType<Ask> {
  const { query, body } = matrix[key];
  const named = { owner: { id: user }, other: friend ?? { id: nothing }, pandaId: panda };
  const path = parseKey(key)
    .path.replace(/(?<=\/users\/):id|:uid/, user)
    .replace(/(?<=\/circles\/):id/, circle)
    .replace(/(?<=\/pandas\/):(id|file)/, (_all, name) => (name === 'file' ? `${panda}.svg` : panda))
    .replaceAll(/:\w+/g, nothing);
  // Safe: bodies are objects.
  return [query ? `${path}?${query(named)}` : path, body?.(named) as object | undefined];
}

/** Every call that names a subject of some kind. */
function asksOf(kind: 'user' | 'circle' | 'panda'): Asks {
  // Safe: the contract's keys are its calls.
  const naming = (Object.keys(contract) as CallKey[]).filter((key) =>
    JSON.stringify(requestOf(key, { [kind]: 'c0ffee' })).includes('c0ffee'),
  );
  const ask =
    (key: CallKey): Ask =>
    (id) =>
      requestOf(key, { circle: ownCircle, [kind]: id });
  return Object.fromEntries(naming.map((key) => [key, ask(key)]));
}

const inOwn =
  (path: string, body: (id: string) => object): Ask =>
  (id) => [`/api/circles/${ownCircle}${path}`, body(id)];
const report =
  (subjectType: ReportSubject): Ask =>
  (subjectId) => ['/api/reports', { subjectType, subjectId, reason: 'other' }];
const gated = (gatePandaId: string) => ({ name: 'Tea', circleType: 'stake_gated', gatePandaId });

const { 'POST /api/users/:id/block': block, ...ofUsers } = asksOf('user');
const ofMembers: Asks = {
  ...ofUsers,
  'POST /api/circles/:id/owner': inOwn('/owner', (userId) => ({ userId })),
  'POST /api/circles/:id/bans': inOwn('/bans', (userId) => ({ userId })),
  // This call would affect the following ones.
  'POST /api/users/:id/block': block,
};
const ofCircles: Asks = { ...asksOf('circle'), 'POST /api/reports': report('circle') };
const ofPandas: Asks = {
  ...asksOf('panda'),
  'POST /api/circles': (id) => ['/api/circles', gated(id)],
  'PATCH /api/circles/:id': inOwn('', gated),
  'POST /api/reports': report('panda'),
};

/** One reading and one writing call of each kind; all others in a long run. */
const daily = [
  'GET /api/users/:id',
  'POST /api/connections',
  'GET /api/circles/:id',
  'POST /api/circles/:id/join',
  'GET /api/pandas/:id',
  'POST /api/stake-bamboo',
];
const isNow = ([key]: [string, Ask]) => Boolean(process.env.LONG) || daily.includes(key);

/** Commands of every request: limits and visits. */
const ofEvery = new Set(['rateLimits', 'sessions']);

async function look(key: string, ask: Ask, id: string) {
  const [method = ''] = key.split(' ');
  const [path, body] = ask(id);
  const recorder = recordCommands(app.services.db.connection);
  const answer = await viewer.send(method, path, body && { body });
  recorder.stop();
  const commands = recorder.take().filter((command) => !ofEvery.has(String(Object.values(command)[0])));
  const text = (await answer.text()).replace(/"requestId":"[^"]*"/, '').replaceAll(id, 'ID');
  return {
    // Concurrent reads are sent in any order.
    shapes: commands.map(shapeOf).sort(),
    answer: `${answer.status} ${text.replace(/"(id|createdAt)":"[^"]*"/g, '')}`,
  };
}

describe.each([
  ['member', ofMembers, () => members],
  ['circle', ofCircles, () => circles],
  ['Panda', ofPandas, () => pandas],
] as const)('a hidden %s', (_what, asks, hidden) => {
  it.each(Object.entries(asks).filter(isNow))('looks like a missing one in %s', async (key, ask) => {
    const absent = await look(key, ask, nothing);
    expect(absent.answer).not.toMatch(/^5/);
    for (const [why, id] of Object.entries(hidden())) {
      // A member sees whom they have blocked.
      if (why === 'blocked' && key.endsWith('/block')) continue;
      expect({ why, ...(await look(key, ask, id)) }).toEqual({ why, ...absent });
    }
  });
});

it('covers the calls of daily use', () => {
  const known = Object.keys({ ...ofMembers, ...ofCircles, ...ofPandas });
  expect(known).toEqual(expect.arrayContaining(daily));
  expect(known.length).toBeGreaterThan(40);
});

it('looks like a missing one by username', async () => {
  const named: Ask = (id) => [`/api/users/${id}`];
  const nobody = await look('GET', named, '@nobody_here');
  const { User } = app.services.db.models;
  for (const id of Object.values(members)) {
    const { username } = await User.findById(idFrom(id)).orFail().lean();
    expect(await look('GET', named, `@${username}`)).toEqual(nobody);
  }
});
