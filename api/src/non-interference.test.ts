import { type CallKey, contract } from '@frens/contract';
import { mapFields, type PublicField, publicFields, ruleOf } from '@frens/contract/profile-fields';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { day } from './clock.ts';
import { idFrom } from './database/ids.ts';
import { quizSubmission, registration } from './testing/factories.ts';
import { mailsOf } from './testing/news.ts';
import {
  type Community,
  community,
  communitySize,
  type Made,
  makeCommunity,
  shownOf,
} from './testing/random-community.ts';
import { repetitions } from './testing/repetitions.ts';
import { startTestApp, type TestApp, type TestClient, type TestMember } from './testing/test-app.ts';

const communities = repetitions(3, 300);

type Read = Extract<CallKey, `GET ${string}`>;

let app: TestApp;
let members: TestMember[];
let pandaIds: string[];
let code: string;

beforeAll(async () => {
  app = await startTestApp();
  members = [];
  pandaIds = [];
  for (let place = 0; place < communitySize; place += 1) {
    const member = await app.member({ name: `Sage ${place}`, occupation: 'Baker' });
    const { pandaId } = await member.call('POST /api/vibe-quiz', { body: quizSubmission() });
    members.push(member);
    pandaIds.push(pandaId);
  }
  // Everybody backs, posts and reviews, so names appear everywhere.
  for (const [place, member] of members.entries())
    for (const [of, id] of pandaIds.entries()) {
      await member.call('POST /api/stake-bamboo', { body: { pandaId: id, amount: '1' } });
      const type = place === of ? 'post' : 'review';
      await member.call('POST /api/pandas/:id/content', { params: { id }, body: { type, content: 'Good.' } });
    }
});
afterAll(() => app.close());

// Safe: indexes refer to existing members.
const at = (place: number) => members[place] as TestMember;
/** The members whose pages are requested: the changing one, and another. */
const looked = () => members.slice(0, 2);
/** The member who changes. */
const subject = () => at(0);
const isPublic = (key: Read) => 'access' in contract[key] && contract[key].access === 'public';
const ofEach = (ids: readonly string[], path: string) => ids.map((id) => path.replace(':id', id));

/** The addresses for each reading call; a new call needs an entry. */
const addresses: Record<Read, (made: Made) => string[]> = {
  'GET /api/account/export': () => ['/api/account/export'],
  'GET /api/blocks': () => ['/api/blocks'],
  'GET /api/circle-invitations/:code': () => ['/api/circle-invitations/none'],
  'GET /api/circles': () => ['/api/circles', '/api/circles?q=Circle'],
  'GET /api/circles/:id': ({ circleIds }) => ofEach(circleIds, '/api/circles/:id'),
  'GET /api/circles/:id/bans': ({ circleIds }) => ofEach(circleIds, '/api/circles/:id/bans'),
  'GET /api/circles/:id/invitations': ({ circleIds }) => ofEach(circleIds, '/api/circles/:id/invitations'),
  'GET /api/circles/:id/members': ({ circleIds }) => ofEach(circleIds, '/api/circles/:id/members'),
  'GET /api/circles/:id/notices': ({ circleIds }) => ofEach(circleIds, '/api/circles/:id/notices'),
  'GET /api/circles/:id/requests': ({ circleIds }) => ofEach(circleIds, '/api/circles/:id/requests'),
  'GET /api/connections': () => ['/api/connections'],
  'GET /api/connections/:id/messages': ({ connectionIds }) =>
    ofEach(connectionIds, '/api/connections/:id/messages'),
  'GET /api/connections/pending': () => ['/api/connections/pending'],
  'GET /api/conversations': () => ['/api/conversations'],
  'GET /api/home': () => ['/api/home'],
  'GET /api/invitations/:code': () => [`/api/invitations/${code}`],
  'GET /api/invite-link': () => ['/api/invite-link'],
  'GET /api/matches': () => ['/api/matches'],
  'GET /api/matches/candidates': () =>
    ['', ...looked().map(({ id }) => `?friendId=${id}`)].map((query) => `/api/matches/candidates${query}`),
  'GET /api/matches/matchmaker': () => ['/api/matches/matchmaker'],
  'GET /api/notification-settings': () => ['/api/notification-settings'],
  'GET /api/notifications': () => ['/api/notifications'],
  'GET /api/notifications/unread': () => ['/api/notifications/unread'],
  'GET /api/pandas': () => ['/api/pandas', '/api/pandas?sort=fq'],
  'GET /api/pandas/:id': () => ofEach(pandaIds.slice(0, 2), '/api/pandas/:id'),
  'GET /api/pandas/:id/content': () => ofEach(pandaIds.slice(0, 2), '/api/pandas/:id/content'),
  'GET /api/pandas/:id/history': () => ofEach(pandaIds.slice(0, 2), '/api/pandas/:id/history'),
  'GET /api/pandas/:id/own-review': () => ofEach(pandaIds.slice(0, 2), '/api/pandas/:id/own-review'),
  'GET /api/pandas/:id/stakes': () => ofEach(pandaIds.slice(0, 2), '/api/pandas/:id/stakes'),
  'GET /api/privacy-settings': () => ['/api/privacy-settings'],
  'GET /api/sessions': () => ['/api/sessions'],
  'GET /api/stakes': () => ['/api/stakes'],
  'GET /api/user': () => ['/api/user'],
  'GET /api/users': () =>
    [
      '',
      '?q=Sage',
      '?q=Baker',
      '?gender=female',
      '?ageBand=26-35',
      '?ageBand=46%2B',
      '?interest=kites',
      '?sort=for-you',
    ].map((query) => `/api/users${query}`),
  'GET /api/users/:id': () =>
    looked().flatMap(({ id, user }) => [`/api/users/${id}`, `/api/users/@${user.username}`]),
  'GET /api/users/:id/common': () => looked().map(({ id }) => `/api/users/${id}/common`),
  'GET /api/wallet': () => ['/api/wallet'],
  'GET /api/wallet/ledger': () => ['/api/wallet/ledger'],
  'GET /media/drawings/:file': () => ['/media/drawings/30214-4-0f8e1c2a.svg'],
  'GET /media/pandas/:file': () => ofEach(pandaIds.slice(0, 2), '/media/pandas/:id.svg'),
  'GET /media/pictures/:file': () => [`/media/pictures/${'f'.repeat(24)}.webp`],
};

/** A reader's responses, and the mails about notifications they would get, without what names or counts the requests themselves. */
async function toldTo(
  reader: TestClient,
  made: Made,
  isAsked: (key: Read) => boolean = () => true,
): Promise<string[]> {
  // Safe: these are its keys.
  const keys = (Object.keys(addresses) as Read[]).filter(isAsked);
  const paths = keys.flatMap((key) => addresses[key](made));
  const answers = await Promise.all(
    paths.map(async (path) => {
      const answer = await reader.send('GET', path);
      const body = (await answer.text()).replace(/"requestId":"[^"]*"/, '');
      const told = path.endsWith('/export') ? body.replace(/"requestLimits":\[[^\]]*\]/, '') : body;
      return `${path} ${answer.status} ${told}`;
    }),
  );
  const member = members.find((one) => one === reader);
  return member ? [...answers, `mails ${JSON.stringify(await mailsOf(app, member))}`] : answers;
}

/** Queued mails and notifications of all members but one. */
async function keptForOthers(subject: TestMember): Promise<string> {
  const { Job, Notification } = app.services.db.models;
  const jobs = await Job.find({}, { kind: 1, payload: 1 }).sort({ _id: 1 }).lean();
  const told = await Notification.find({ recipientId: { $ne: idFrom(subject.id) } })
    .sort({ _id: 1 })
    .lean();
  return JSON.stringify([jobs.filter((job) => !JSON.stringify(job).includes(subject.id)), told]);
}

const fresh = (): string => `New ${Math.random().toString(36).slice(2, 8)}`;
const edit = (field: PublicField) => async (subject: TestMember, n: number) => {
  const answer = await subject.send('PATCH', `/api/users/${subject.id}`, {
    body: { [field]: newValue(field, n) },
  });
  expect(answer.status).toBe(200);
};

function newValue(field: PublicField, n: number) {
  const rule = ruleOf(field);
  if (rule.kind === 'age') return 50 + (n % 40);
  if (rule.kind === 'choice') return rule.choices[1 + (n % (rule.choices.length - 1))];
  return rule.kind === 'list' ? [fresh()] : fresh();
}

/** Changes of a member, by the name under which `shownOf` decides who may see them; every change is a new value. */
const fields = {
  // Pictures change by uploads, which have their own test.
  ...mapFields(
    publicFields.filter((field) => ruleOf(field).kind !== 'picture'),
    edit,
  ),
  // Last, because every later call of theirs is a visit.
  online: async (subject: TestMember) => {
    await app.services.db.models.User.updateOne({ _id: idFrom(subject.id) }, { lastSeenAt: null });
  },
};
type Field = keyof typeof fields;

/** Private acts of a member, which must change nothing for anybody else. */
const secrets = {
  'reports everybody': async (subject: TestMember) => {
    for (const { id } of members.filter((one) => one !== subject))
      await subject.send('POST', '/api/reports', {
        body: { subjectType: 'user', subjectId: id, reason: 'spam' },
      });
  },
  'declines what they are asked': async (subject: TestMember) => {
    for (const { id } of await subject.call('GET /api/connections/pending'))
      await subject.send('POST', `/api/connections/${id}/decline`);
  },
  'reads what they were told': async (subject: TestMember) => {
    for (const { id } of await subject.call('GET /api/notifications'))
      await subject.call('POST /api/notifications/read', { body: { id } });
  },
  'changes what they are mailed': (subject: TestMember) =>
    subject.call('PATCH /api/notification-settings', {
      body: { mailMessages: false, mailRequests: false, mailIntroductions: false, mailInvitations: false },
    }),
};

type Secret = keyof typeof secrets;

/** Stores the community on its own day, with all members signed in. */
async function settle(world: Community): Promise<Made> {
  app.clock.advance(day);
  const made = await makeCommunity(app, members, world);
  // Over many communities months pass, so sessions and the link would expire.
  for (const member of members) {
    const body = { username: member.user.username ?? '', password: registration().password };
    await member.call('POST /api/login', { body });
  }
  const { url } = await subject().call('POST /api/invite-link');
  code = new URL(url).searchParams.get('invite') ?? '';
  const { User } = app.services.db.models;
  for (const member of members) {
    const name = `Sage ${members.indexOf(member)}`;
    const body = { name, occupation: 'Baker', gender: 'female', age: 30, interests: ['Kites'] };
    const params = { id: member.id };
    await member.send('PATCH', `/api/users/${params.id}`, { body });
  }
  await User.updateMany({}, { lastSeenAt: app.clock.now() });
  return made;
}

it('covers every reading call', () => {
  const reads = Object.keys(contract).filter((key) => key.startsWith('GET '));
  expect(Object.keys(addresses).sort()).toEqual(reads.sort());
});

it('changes responses only for members who may see the change (D16, D23)', {
  timeout: 60_000 + communities * 20_000,
}, async () => {
  let n = 0;
  // Safe: these are its keys.
  const changes = [...Object.keys(fields), ...Object.keys(secrets)] as Array<Field | Secret>;
  const readers = fc.integer({ min: 1, max: communitySize - 1 });
  await fc.assert(
    fc.asyncProperty(community, readers, fc.constantFrom(...changes), async (world, place, change) => {
      n += 1;
      const made = await settle(world);
      const told = () => Promise.all([toldTo(at(place), made), toldTo(app.visitor(), made, isPublic)]);
      const before = await told();
      const keptBefore = await keptForOthers(subject());
      await { ...fields, ...secrets }[change](subject(), n);
      const after = await told();
      for (const [index, reader] of [place, null].entries()) {
        const differing = (after[index] ?? []).filter((one, line) => one !== before[index]?.[line]);
        // For members who may see it, something must change: this proves that the test can detect changes.
        const isShown = shownOf(world, reader, 0).has(change);
        expect(isShown ? differing.length > 0 : differing).toEqual(isShown ? true : []);
      }
      expect(await keptForOthers(subject())).toBe(keptBefore);
    }),
    { numRuns: communities, endOnFailure: true },
  );
});
