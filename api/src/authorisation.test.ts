import { type CallKey, contract } from '@frens/contract';
import { parseKey } from '@frens/contract/endpoint';
import { voiceTexts } from '@frens/contract/voice-texts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from './database/database.ts';
import { idFrom } from './database/ids.ts';
import { createModels } from './resources/models.ts';
import { suspendMember } from './resources/moderation/suspend-member.ts';
import { openSession } from './testing/crowds.ts';
import { quizSubmission, registration } from './testing/factories.ts';
import { explainCommand, findsOf, shapeOf, unbounded } from './testing/query-plans.ts';
import { monitored, recordCommands } from './testing/record-commands.ts';
import { startTestApp, type TestApp, type TestClient, type TestMember } from './testing/test-app.ts';
import { startTestDatabase } from './testing/test-database.ts';

/**
 * Who may do what: every call with the status that each caller gets. What a call is about is the owner's: their page, Panda, circle, stake,
 * session, picture, and a request that waits for them. A call that is new needs a line here.
 */
const listed = ['visitor', 'incomplete', 'member', 'friend', 'blocked', 'owner'] as const;
const roles = [...listed, 'admin', 'suspended'] as const;
type Role = (typeof roles)[number];

interface Row {
  /** Statuses in the order of `listed`; one alone is everybody's. */
  is: string;
  /** What an admin of the owner's circle gets; without it what a member does. */
  admin?: number;
  /** What a suspended member gets; without it 403, and of what is public the visitor's. */
  suspended?: number;
  /** What `:id` and its like stand for; several with a blank between them. */
  of?: (world: World) => string | Promise<string>;
  query?: (world: World) => string;
  body?: (world: World) => unknown;
  /** It ends or changes the caller: made by callers that nobody else is. */
  alone?: true;
}

interface People {
  owner: TestMember;
  callers: Record<Role, TestClient>;
  /** Somebody whom nothing ties to anybody. */
  other: TestMember;
}

interface World extends People {
  /** The owner's with the friend. */
  friendshipId: string;
  pandaId: string;
  circleId: string;
  stakeId: string;
  code: string;
}

const member = ({ owner }: World) => owner.id;
const panda = ({ pandaId }: World) => pandaId;
const circle = ({ circleId }: World) => circleId;
const stake = ({ stakeId }: World) => stakeId;
const nothing = () => 'f'.repeat(24);
const token = () => ({ token: 'none-that-was-sent' });
/** One that nobody but its admin has joined. */
const ownCircle = ({ owner, callers }: World) => circleWith(owner, callers.admin);
async function ownPost({ owner, pandaId }: World): Promise<string> {
  const body = { type: 'post', content: 'Planted garlic.' } as const;
  const { id } = await owner.call('POST /api/pandas/:id/content', { params: { id: pandaId }, body });
  return `${pandaId} ${id}`;
}
async function request({ owner }: World): Promise<string> {
  const asker = await app.member();
  return (await asker.call('POST /api/connections', { body: { friendId: owner.id } })).id;
}
async function friendship({ owner }: World): Promise<string> {
  const other = await app.member();
  const { id } = await other.call('POST /api/connections', { body: { friendId: owner.id } });
  await owner.call('POST /api/connections/:id/accept', { params: { id } });
  return id;
}
const conversation = ({ friendshipId }: World) => friendshipId;
async function ownMessage({ owner, friendshipId }: World): Promise<string> {
  const { id } = await owner.call('POST /api/connections/:id/messages', {
    params: { id: friendshipId },
    body: { text: 'Hello' },
  });
  return `${friendshipId} ${id}`;
}
/** An introduction of the owner to somebody, by somebody else. */
async function introduction({ owner }: World): Promise<string> {
  const [matchmaker, other] = [await app.member(), await app.member()];
  await app.befriend(matchmaker, other);
  const body = { user1Id: other.id, user2Id: owner.id };
  return (await matchmaker.call('POST /api/matches', { body })).id;
}
async function introductionMade({ owner }: World): Promise<string> {
  const [one, other] = [await app.member(), await app.member()];
  await app.befriend(owner, one);
  return (await owner.call('POST /api/matches', { body: { user1Id: one.id, user2Id: other.id } })).id;
}
async function otherSession({ owner }: World): Promise<string> {
  await openSession(app.services, idFrom(owner.id));
  const places = await owner.call('GET /api/sessions');
  return places.find(({ current }) => !current)?.id ?? '';
}

const matrix: Record<CallKey, Row> = {
  // For everybody
  'POST /api/register': { is: '201', body: () => registration(), alone: true },
  'POST /api/login': { is: '401', body: () => ({ username: registration().username, password: 'not this' }) },
  'POST /api/logout': { is: '200', alone: true },
  'POST /api/auth/magic-link': { is: '200', body: () => ({ email: registration().email }) },
  'POST /api/auth/verify': { is: '400', body: token },
  'POST /api/auth/password/check': { is: '200', body: () => ({ password: 'tea and toast' }) },
  'POST /api/auth/password/forgot': { is: '200', body: () => ({ email: registration().email }) },
  'POST /api/auth/password/reset': { is: '400', body: () => ({ ...token(), password: 'seven warm stones' }) },
  'POST /api/auth/link/check': { is: '200', body: () => ({ purpose: 'reset', ...token() }) },
  'POST /api/auth/email/confirm': { is: '400', body: token },
  'POST /api/auth/email/change': { is: '400', body: token },
  'POST /api/auth/email/undo': { is: '400', body: token },
  'POST /api/auth/account/keep': { is: '400', body: token },
  'POST /api/elevenlabs/generate-voice': { is: '503', body: () => ({ text: voiceTexts.en[1] }) },
  'POST /api/composition/visits': { is: '200', body: () => ({ versions: ['mf-quiz@1'] }) },
  'POST /api/composition/reports': {
    is: '400',
    body: () => ({ ...token(), version: 'mf-quiz@1', code: 'REMOTE-104' }),
  },
  'POST /api/unsubscribe/:token': { is: '400', of: nothing },
  'GET /api/invitations/:code': { is: '200', of: ({ code }) => code },
  'GET /api/pandas': { is: '200' },
  'GET /api/circles': { is: '200' },
  'GET /api/circles/:id': { is: '200 200 200 200 404 200', of: circle },
  'GET /media/pandas/:file': { is: '200 200 200 200 404 200', of: ({ pandaId }) => `${pandaId}.svg` },
  'GET /media/pictures/:file': { is: '404', of: () => `${nothing()}.webp` },

  // About the caller
  'GET /api/user': { is: '401 200 200 200 200 200' },
  'GET /api/users': { is: '401 200 200 200 200 200' },
  'GET /api/blocks': { is: '401 200 200 200 200 200' },
  'GET /api/connections': { is: '401 200 200 200 200 200' },
  'GET /api/connections/pending': { is: '401 200 200 200 200 200' },
  'GET /api/invite-link': { is: '401 200 200 200 200 200' },
  'POST /api/invite-link': { is: '401 403 201 201 201 201' },
  'POST /api/invitations/email': {
    is: '401 403 403 403 403 403',
    body: () => ({ email: 'invited@frens.example' }),
  },
  'GET /api/privacy-settings': { is: '401 200 200 200 200 200' },
  'PATCH /api/privacy-settings': {
    is: '401 200 200 200 200 200',
    body: () => ({ showOnlineStatus: true }),
  },
  'GET /api/notification-settings': { is: '401 200 200 200 200 200' },
  'PATCH /api/notification-settings': {
    is: '401 200 200 200 200 200',
    body: () => ({ mailMessages: true }),
  },
  'GET /api/stakes': { is: '401 200 200 200 200 200' },
  'GET /api/wallet': { is: '401 200 200 200 200 200' },
  'GET /api/wallet/ledger': { is: '401 200 200 200 200 200' },
  'GET /api/notifications': { is: '401 200 200 200 200 200' },
  'GET /api/notifications/unread': { is: '401 200 200 200 200 200' },
  'POST /api/notifications/read': { is: '401 200 200 200 200 200', body: () => ({ id: nothing() }) },
  'GET /api/sessions': { is: '401 200 200 200 200 200' },
  'GET /api/home': { is: '401 200 200 200 200 200' },
  'GET /api/conversations': { is: '401 200 200 200 200 200' },
  'GET /api/account/export': { is: '401 200 200 200 200 200', suspended: 200 },
  'DELETE /api/account/pending-email': { is: '401 200 200 200 200 200' },
  'POST /api/account/confirmation': { is: '401 204 204 204 204 204' },
  'POST /api/account/complete': {
    is: '401 200 409 409 409 409',
    body: () => {
      const { username, name, age, gender, lookingFor } = registration();
      return { username, name, age, gender, lookingFor };
    },
    alone: true,
  },
  'POST /api/account/password': {
    is: '401 400 400 400 400 400',
    body: () => ({ newPassword: 'seven warm stones', currentPassword: 'not this' }),
  },
  'DELETE /api/account': {
    is: '401 400 400 400 400 400',
    suspended: 400,
    body: () => ({ confirm: 'somebody else' }),
  },
  // Without a file
  'POST /api/users/me/image': { is: '401 415 415 415 415 415' },
  'DELETE /api/users/me/image': { is: '401 200 200 200 200 200' },
  'POST /api/sessions/revoke-others': { is: '401 204 204 204 204 204' },
  'POST /api/vibe-quiz': { is: '401 201 201 201 201 201', body: () => quizSubmission(), alone: true },
  'POST /api/circles': { is: '401 403 201 201 201 201', body: () => ({ name: 'One of many' }) },

  // About the owner and what is theirs
  'GET /api/users/:id': { is: '401 200 200 200 404 200', of: member },
  'GET /api/users/:id/common': { is: '401 200 200 200 404 200', of: member },
  'PATCH /api/users/:id': { is: '401 403 403 403 403 200', of: member, body: () => ({ bio: 'Mine.' }) },
  'DELETE /api/users/:id/block': { is: '401 204 204 204 204 204', of: member },
  'POST /api/users/:id/block': { is: '401 204 204 204 204 400', of: member, alone: true },
  'POST /api/reports': {
    is: '401 201 201 201 201 400',
    body: ({ owner }) => ({ subjectType: 'user', subjectId: owner.id, reason: 'other' }),
    alone: true,
  },
  'POST /api/connections': {
    is: '401 403 201 409 404 400',
    body: ({ owner }) => ({ friendId: owner.id }),
    alone: true,
  },
  'POST /api/connections/:id/accept': { is: '401 403 404 404 404 200', of: request },
  'POST /api/connections/:id/decline': { is: '401 404 404 404 404 200', of: request },
  'DELETE /api/connections/:id': { is: '401 404 404 404 404 204', of: friendship },
  'GET /api/connections/:id/messages': { is: '401 404 404 200 404 200', of: conversation },
  'POST /api/connections/:id/messages': {
    is: '401 403 404 201 404 201',
    of: conversation,
    body: () => ({ text: 'Hello' }),
  },
  'DELETE /api/connections/:id/messages/:mid': { is: '401 404 404 404 404 204', of: ownMessage },
  'GET /api/matches': { is: '401 200 200 200 200 200' },
  'GET /api/matches/matchmaker': { is: '401 200 200 200 200 200' },
  // Only a friend of the owner's introduces them.
  'GET /api/matches/candidates': {
    is: '401 403 403 200 404 403',
    query: ({ owner }) => `friendId=${owner.id}`,
  },
  'POST /api/matches': {
    is: '401 403 403 201 404 400',
    body: ({ owner, other }) => ({ user1Id: owner.id, user2Id: other.id }),
    alone: true,
  },
  'POST /api/matches/:id/accept': { is: '401 403 404 404 404 200', of: introduction },
  'POST /api/matches/:id/decline': { is: '401 404 404 404 404 200', of: introduction },
  'DELETE /api/matches/:id': { is: '401 404 404 404 404 204', of: introductionMade },
  'GET /api/pandas/:id': { is: '401 200 200 200 404 200', of: panda },
  'GET /api/pandas/:id/content': { is: '401 200 200 200 404 200', of: panda },
  // The owner alone posts.
  'POST /api/pandas/:id/content': {
    is: '401 403 403 403 404 201',
    of: panda,
    body: () => ({ type: 'post', content: 'Planted garlic.' }),
  },
  'DELETE /api/pandas/:id/content/:cid': { is: '401 404 404 404 404 204', of: ownPost },
  // What is one's own is cheered by others; between owner and blocked it is hidden.
  'PUT /api/pandas/:id/content/:cid/cheer': { is: '401 403 200 200 404 403', of: ownPost },
  'DELETE /api/pandas/:id/content/:cid/cheer': { is: '401 200 200 200 404 200', of: ownPost },
  'PATCH /api/pandas/:id': {
    is: '401 403 403 403 404 200',
    of: panda,
    body: () => ({ name: 'Quiet Meadow' }),
  },
  'GET /api/pandas/:id/history': { is: '401 200 200 200 404 200', of: panda },
  'GET /api/pandas/:id/own-review': { is: '401 200 200 200 404 200', of: panda },
  'GET /api/pandas/:id/stakes': { is: '401 200 200 200 404 200', of: panda },
  'POST /api/stake-bamboo': {
    is: '401 403 201 201 404 201',
    body: ({ pandaId }) => ({ pandaId, amount: '1' }),
  },
  // The owner's is still locked.
  'POST /api/stakes/:id/unstake': { is: '401 404 404 404 404 409', of: stake, body: () => ({}) },
  'GET /api/circles/:id/members': { is: '401 200 200 200 404 200', of: circle },
  'POST /api/circles/:id/join': { is: '401 403 200 200 404 200', of: circle, body: () => ({}) },
  // It is open.
  'POST /api/circles/:id/requests': {
    is: '401 403 409 409 404 201',
    admin: 201,
    of: ownCircle,
    body: () => ({}),
    alone: true,
  },
  'GET /api/circles/:id/requests': { is: '401 403 403 403 404 200', admin: 200, of: circle },
  'POST /api/circles/:id/requests/:rid/accept': {
    is: '401 403 403 403 404 404',
    admin: 404,
    of: ({ circleId }) => `${circleId} ${nothing()}`,
  },
  'POST /api/circles/:id/requests/:rid/decline': {
    is: '401 403 403 403 404 404',
    admin: 404,
    of: ({ circleId }) => `${circleId} ${nothing()}`,
  },
  'GET /api/circles/:id/notices': { is: '401 403 403 403 404 200', admin: 200, of: ownCircle },
  'POST /api/circles/:id/notices': {
    is: '401 403 403 403 404 201',
    admin: 201,
    of: ownCircle,
    body: () => ({ text: 'Soup on Sunday' }),
  },
  'DELETE /api/circles/:id/notices/:nid': {
    is: '401 404 404 404 404 404',
    of: ({ circleId }) => `${circleId} ${nothing()}`,
  },
  'PATCH /api/circles/:id/members/:uid': {
    is: '401 403 403 403 404 404',
    of: ({ circleId }) => `${circleId} ${nothing()}`,
    body: () => ({ role: 'admin' }),
  },
  'DELETE /api/circles/:id/members/:uid': {
    is: '401 403 403 403 404 204',
    admin: 204,
    of: ({ circleId }) => `${circleId} ${nothing()}`,
  },
  'POST /api/circles/:id/bans': {
    is: '401 403 403 403 404 404',
    admin: 404,
    of: circle,
    body: () => ({ userId: nothing() }),
  },
  'GET /api/circles/:id/bans': { is: '401 403 403 403 404 200', admin: 200, of: circle },
  'DELETE /api/circles/:id/bans/:uid': {
    is: '401 403 403 403 404 204',
    admin: 204,
    of: ({ circleId }) => `${circleId} ${nothing()}`,
  },
  'GET /api/circle-invitations/:code': { is: '200', of: () => 'no-code' },
  // A link is the owner's to make; a friend who is not in it invites nobody in person.
  'POST /api/circles/:id/invitations': {
    is: '401 403 403 403 404 201',
    admin: 201,
    of: circle,
    body: () => ({}),
  },
  'GET /api/circles/:id/invitations': { is: '401 403 403 403 404 200', admin: 200, of: circle },
  'DELETE /api/circles/:id/invitations/:iid': {
    is: '401 403 403 403 404 204',
    admin: 204,
    of: ({ circleId }) => `${circleId} ${nothing()}`,
  },
  'POST /api/circles/:id/invitations/decline': { is: '401 204 204 204 204 204', of: circle },
  'PATCH /api/circles/:id': {
    is: '401 403 403 403 404 200',
    of: circle,
    body: () => ({ description: 'Changed.' }),
  },
  'POST /api/circles/:id/owner': {
    is: '401 403 403 403 404 404',
    of: circle,
    body: () => ({ userId: nothing() }),
  },
  'DELETE /api/circles/:id': {
    is: '401 403 403 403 404 400',
    of: circle,
    body: () => ({ confirm: 'Not it' }),
  },
  'PATCH /api/circles/:id/membership': {
    is: '401 403 403 403 404 200',
    admin: 200,
    of: ownCircle,
    body: () => ({ wantsNotices: true }),
  },
  'DELETE /api/circles/:id/membership': { is: '401 204 204 204 404 409', of: ownCircle, alone: true },
  'DELETE /api/sessions/:id': { is: '401 404 404 404 404 204', of: otherSession },
};

let app: TestApp;
let shared: World;
let recorder: ReturnType<typeof recordCommands>;
beforeAll(async () => {
  const database = await startTestDatabase();
  const db = await openDatabase(monitored(database.uri), createModels);
  app = await startTestApp({}, { db, uri: database.uri, close: () => db.close().then(database.close) });
  // The first one is read back from all collections, which no call does.
  await app.member();
  recorder = recordCommands(db.connection);
  shared = await makeWorld();
});
afterAll(() => app.close());

async function makeWorld(): Promise<World> {
  const people = await makePeople();
  const { owner, callers } = people;
  const [friendship] = await owner.call('GET /api/connections');
  const { pandaId } = await owner.call('POST /api/vibe-quiz', { body: quizSubmission() });
  const staked = await owner.call('POST /api/stake-bamboo', { body: { pandaId, amount: '2' } });
  const { url } = await owner.call('POST /api/invite-link');
  return {
    ...people,
    friendshipId: friendship?.id ?? '',
    pandaId,
    circleId: await circleWith(owner, callers.admin),
    stakeId: staked.stake.id,
    code: new URL(url).searchParams.get('invite') ?? '',
  };
}

async function makePeople(): Promise<People> {
  const [owner, incomplete, stranger, friend, blocked, admin, other] = await Promise.all([
    app.member(),
    app.member(),
    app.member(),
    app.member(),
    app.member(),
    app.member(),
    app.member(),
  ]);
  await app.services.db.models.User.updateOne({ _id: incomplete.id }, { profileComplete: false });
  await app.befriend(owner, friend);
  await owner.call('POST /api/users/:id/block', { params: { id: blocked.id } });
  const suspended = await suspendedMember();
  const callers = {
    visitor: app.visitor(),
    incomplete,
    member: stranger,
    friend,
    blocked,
    owner,
    admin,
    suspended,
  };
  return { owner, callers, other };
}

/** The id of a new circle of the owner's, and of an admin of theirs. */
async function circleWith(owner: TestMember, admin: TestClient): Promise<string> {
  const { id } = await owner.call('POST /api/circles', { body: { name: 'Of the owner' } });
  await admin.call('POST /api/circles/:id/join', { params: { id }, body: {} });
  const uid = (await admin.call('GET /api/user')).id;
  await owner.call('PATCH /api/circles/:id/members/:uid', { params: { id, uid }, body: { role: 'admin' } });
  return id;
}

/** Somebody whom moderators have suspended, signed in. */
async function suspendedMember(): Promise<TestMember> {
  const away = await app.member();
  const moderation = { services: app.services, who: 'kim' };
  await suspendMember(moderation, idFrom(away.id), { days: null, reason: 'Ads.', language: 'en' });
  away.cookies.set('sid', await openSession(app.services, idFrom(away.id)));
  return away;
}

const named = (statuses: readonly unknown[]) =>
  Object.fromEntries(roles.map((role, index) => [role, Number(statuses[index])]));

describe('who may call what', () => {
  it('is said of every call of the contract', () => {
    expect(Object.keys(matrix).sort()).toEqual(Object.keys(contract).sort());
  });

  // True because the keys of the matrix are those of the contract.
  it.each(Object.keys(matrix) as CallKey[])('%s', async (key) => {
    const { is, admin, suspended, of, query, body, alone } = matrix[key];
    const world = alone ? { ...shared, ...(await makePeople()) } : shared;
    const { method, path } = parseKey(key);
    const ids = of ? (await of(world)).split(' ') : [];
    const search = query ? `?${query(world)}` : '';
    const address = path.replace(/:\w+/g, () => ids.shift() ?? '') + search;
    const statuses: number[] = [];
    for (const role of roles) {
      const sent = body ? { body: body(world) } : {};
      const answer = await world.callers[role].send(method, address, sent);
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    const expected = is.split(' ');
    const isPublic = 'access' in contract[key] && contract[key].access === 'public';
    const ofListed = listed.map((_role, index) => expected[index] ?? expected[0]);
    const asAdmin = admin ?? ofListed[listed.indexOf('member')];
    const asSuspended = suspended ?? (isPublic ? expected[0] : 403);
    expect(named(statuses)).toEqual(named([...ofListed, asAdmin, asSuspended]));
  });
});

// Calls that only read are planned in `query-plans.test.ts`, on a larger community.
it('reads no whole collection in any call', async () => {
  recorder.stop();
  const lookups = new Map(
    recorder
      .take()
      .flatMap(findsOf)
      .map((command) => [shapeOf(command), command]),
  );
  const unplanned: string[] = [];
  for (const [shape, command] of lookups) {
    const { plan } = await explainCommand(app.services.db.connection, command);
    if (unbounded.test(plan)) unplanned.push(shape);
  }
  expect(lookups.size).toBeGreaterThan(100);
  expect(unplanned).toEqual([]);
});
