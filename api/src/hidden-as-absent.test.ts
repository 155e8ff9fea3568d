import { type CallKey, contract } from '@frens/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from './database/database.ts';
import { idFrom } from './database/ids.ts';
import { createModels } from './resources/models.ts';
import { suspendMember } from './resources/moderation/suspend-member.ts';
import { quizSubmission } from './testing/factories.ts';
import { shapeOf } from './testing/query-plans.ts';
import { monitored, recordCommands } from './testing/record-commands.ts';
import { startTestApp, type TestApp, type TestMember } from './testing/test-app.ts';
import { startTestDatabase } from './testing/test-database.ts';

// What one may not see is asked for by name: answer and commands of the database are those of what does not exist, so neither the words
// nor the time tell the two apart.

let app: TestApp;
let viewer: TestMember;
let friend: TestMember;
let ownCircle: string;
/** Ids of what is not seen, by why. */
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

  const [closed, blocking, blocked, tied, suspended] = (await Promise.all(
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
  // Ties of other kinds, that make nobody seen: a circle that has ended, a request of somebody else's circle, and of the private one a circle
  // in common.
  const elsewhere = (
    await friend.call('POST /api/circles', { body: { name: 'Choir', circleType: 'invite' } })
  ).id;
  for (const member of [closed, blocking, tied])
    for (const id of [ownCircle, endedCircle].slice(member === tied ? 1 : 0))
      await member.call('POST /api/circles/:id/join', { params: { id }, body: {} });
  await tied.call('POST /api/circles/:id/requests', { params: { id: elsewhere }, body: {} });
  await friend.call('DELETE /api/circles/:id', { params: { id: endedCircle }, body: { confirm: 'Tea' } });
  await viewer.call('DELETE /api/circles/:id/members/:uid', { params: { id: ownCircle, uid: closed.id } });
  await viewer.call('DELETE /api/circles/:id/members/:uid', { params: { id: ownCircle, uid: blocking.id } });
  await hide(closed, 'private');
  await hide(tied, 'friends');
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
    friends: tied.id,
    suspended: suspended.id,
  };
});
afterAll(() => app.close());

type Ask = (id: string) => readonly [path: string, body?: object];
const at =
  (path: string, body?: object): Ask =>
  (id) => [path.replace(':id', id).replace(/:[a-z]+/, nothing), body];
const inOwn =
  (path: string, body?: (userId: string) => object): Ask =>
  (id) => [`/api/circles/${ownCircle}${path.replace(':uid', id)}`, body?.(id)];

/** How each call names a member. Those that change what follows come last. */
const ofMembers: Partial<Record<CallKey, Ask>> = {
  'GET /api/users/:id': at('/api/users/:id'),
  'GET /api/users/:id/common': at('/api/users/:id/common'),
  'PATCH /api/users/:id': at('/api/users/:id', { bio: 'Mine.' }),
  'POST /api/connections': (friendId) => ['/api/connections', { friendId }],
  'POST /api/matches': (user2Id) => ['/api/matches', { user1Id: friend.id, user2Id }],
  'GET /api/matches/candidates': (id) => [`/api/matches/candidates?friendId=${id}`],
  'POST /api/circles/:id/owner': inOwn('/owner', (userId) => ({ userId })),
  'POST /api/circles/:id/bans': inOwn('/bans', (userId) => ({ userId })),
  'DELETE /api/circles/:id/bans/:uid': inOwn('/bans/:uid'),
  'PATCH /api/circles/:id/members/:uid': inOwn('/members/:uid', () => ({ role: 'admin' })),
  'DELETE /api/circles/:id/members/:uid': inOwn('/members/:uid'),
  'POST /api/reports': (subjectId) => ['/api/reports', { subjectType: 'user', subjectId, reason: 'other' }],
  'DELETE /api/users/:id/block': at('/api/users/:id/block'),
  'POST /api/users/:id/block': at('/api/users/:id/block'),
};

const ofCircles: Partial<Record<CallKey, Ask>> = {
  'GET /api/circles/:id': at('/api/circles/:id'),
  'GET /api/circles/:id/members': at('/api/circles/:id/members'),
  'GET /api/circles/:id/bans': at('/api/circles/:id/bans'),
  'GET /api/circles/:id/requests': at('/api/circles/:id/requests'),
  'GET /api/circles/:id/invitations': at('/api/circles/:id/invitations'),
  'GET /api/circles/:id/notices': at('/api/circles/:id/notices'),
  'POST /api/circles/:id/join': at('/api/circles/:id/join', {}),
  'POST /api/circles/:id/requests': at('/api/circles/:id/requests', {}),
  'POST /api/circles/:id/requests/:rid/accept': at('/api/circles/:id/requests/:rid/accept'),
  'POST /api/circles/:id/requests/:rid/decline': at('/api/circles/:id/requests/:rid/decline'),
  'POST /api/circles/:id/invitations': at('/api/circles/:id/invitations', {}),
  'POST /api/circles/:id/invitations/decline': at('/api/circles/:id/invitations/decline'),
  'DELETE /api/circles/:id/invitations/:iid': at('/api/circles/:id/invitations/:iid'),
  'POST /api/circles/:id/notices': at('/api/circles/:id/notices', { text: 'Hello' }),
  'DELETE /api/circles/:id/notices/:nid': at('/api/circles/:id/notices/:nid'),
  'POST /api/circles/:id/owner': (id) => [`/api/circles/${id}/owner`, { userId: friend.id }],
  'POST /api/circles/:id/bans': (id) => [`/api/circles/${id}/bans`, { userId: friend.id }],
  'DELETE /api/circles/:id/bans/:uid': at('/api/circles/:id/bans/:uid'),
  'PATCH /api/circles/:id/members/:uid': at('/api/circles/:id/members/:uid', { role: 'admin' }),
  'DELETE /api/circles/:id/members/:uid': at('/api/circles/:id/members/:uid'),
  'PATCH /api/circles/:id': at('/api/circles/:id', { name: 'Tea' }),
  'DELETE /api/circles/:id': at('/api/circles/:id', { confirm: 'Tea' }),
  'PATCH /api/circles/:id/membership': at('/api/circles/:id/membership', { noticesWanted: true }),
  'DELETE /api/circles/:id/membership': at('/api/circles/:id/membership'),
  'POST /api/reports': (subjectId) => ['/api/reports', { subjectType: 'circle', subjectId, reason: 'other' }],
};

const ofPandas: Partial<Record<CallKey, Ask>> = {
  'GET /api/pandas/:id': at('/api/pandas/:id'),
  'GET /api/pandas/:id/history': at('/api/pandas/:id/history'),
  'GET /api/pandas/:id/content': at('/api/pandas/:id/content'),
  'GET /api/pandas/:id/own-review': at('/api/pandas/:id/own-review'),
  'GET /api/pandas/:id/stakes': at('/api/pandas/:id/stakes'),
  'GET /media/pandas/:file': (id) => [`/media/pandas/${id}.svg`],
  'PATCH /api/pandas/:id': at('/api/pandas/:id', { name: 'Quiet Meadow' }),
  'POST /api/pandas/:id/content': at('/api/pandas/:id/content', { type: 'review', content: 'Good.' }),
  'DELETE /api/pandas/:id/content/:cid': at('/api/pandas/:id/content/:cid'),
  'PUT /api/pandas/:id/content/:cid/cheer': at('/api/pandas/:id/content/:cid/cheer'),
  'DELETE /api/pandas/:id/content/:cid/cheer': at('/api/pandas/:id/content/:cid/cheer'),
  'POST /api/stake-bamboo': (pandaId) => ['/api/stake-bamboo', { pandaId, amount: '1' }],
  'POST /api/circles': (gatePandaId) => [
    '/api/circles',
    { name: 'Tea', circleType: 'stake_gated', gatePandaId },
  ],
  'PATCH /api/circles/:id': inOwn('', (gatePandaId) => ({ circleType: 'stake_gated', gatePandaId })),
  'POST /api/reports': (subjectId) => ['/api/reports', { subjectType: 'panda', subjectId, reason: 'other' }],
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

/** What every request does whatever it asks for: limits and visits. */
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
    // What is read side by side is sent in any order.
    shapes: commands.map(shapeOf).sort(),
    answer: `${answer.status} ${text.replace(/"(id|createdAt)":"[^"]*"/g, '')}`,
  };
}

describe.each([
  ['member', ofMembers, () => members],
  ['circle', ofCircles, () => circles],
  ['Panda', ofPandas, () => pandas],
] as const)('a %s that is not seen', (_what, asks, hidden) => {
  it.each(Object.entries(asks).filter(isNow))('is as absent in %s', async (key, ask) => {
    const absent = await look(key, ask, nothing);
    expect(absent.answer).not.toMatch(/^5/);
    for (const [why, id] of Object.entries(hidden())) {
      // Whom one has blocked oneself one knows.
      if (why === 'blocked' && key.endsWith('/block')) continue;
      expect({ why, ...(await look(key, ask, id)) }).toEqual({ why, ...absent });
    }
  });
});

it('knows every call that names one in its address', () => {
  const named = Object.keys(contract).filter((key) => /\/(users|circles|pandas)\/:/.test(key));
  const known = { ...ofMembers, ...ofCircles, ...ofPandas };
  expect(named.filter((key) => !(key in known))).toEqual([]);
});

it('is as absent under its name', async () => {
  const nobody = await look('GET', at('/api/users/:id'), '@nobody_here');
  const { User } = app.services.db.models;
  for (const id of Object.values(members)) {
    const { username } = await User.findById(idFrom(id)).orFail().lean();
    expect(await look('GET', at('/api/users/:id'), `@${username}`)).toEqual(nobody);
  }
});
