import { fullProfile } from '@frens/contract/fixtures';
import { limits } from '@frens/contract/limits';
import { hasMessage } from '@frens/contract/messages';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { memberDataOf } from '../../database/member-data.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';
import { startTestMail, type TestMail } from '../../testing/test-mail.ts';

let app: TestApp;
let mail: TestMail;
beforeAll(async () => {
  app = await startTestApp();
  mail = await startTestMail(app);
});
afterAll(async () => {
  await mail.close();
  await app.close();
});

const partOf = async (member: TestMember, part: string) =>
  (await member.call('GET /api/account/export')).parts[part]?.entries;
const change = (member: TestMember, email: string) =>
  member.call('PATCH /api/users/:id', { params: { id: member.id }, body: { email } });

/** The names of all parts that the models declare. */
function declaredParts(): string[] {
  return Object.values(app.services.db.models).flatMap((model) => {
    const declared = memberDataOf(model.schema);
    return declared && 'traces' in declared
      ? declared.traces.flatMap(({ exported }) => exported?.as ?? [])
      : [];
  });
}

it('has a description for every part that a model declares', () => {
  expect(declaredParts().length).toBeGreaterThan(10);
  expect(declaredParts().filter((part) => !hasMessage(`export.parts.${part}`))).toEqual([]);
});

it('contains all parts of a member, in their language, and no secret (D46)', async () => {
  const maya = await app.member(fullProfile());
  const ana = await app.member({ bio: 'Somebody else.' });
  await app.befriend(maya, ana);
  await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
  const response = await maya.send('GET', '/api/account/export', { headers: { 'Accept-Language': 'es' } });
  expect(response.headers.get('Content-Disposition')).toContain('attachment');
  const text = await response.text();
  const { parts, description } = JSON.parse(text);
  expect(Object.keys(parts).sort()).toEqual(declaredParts().sort());
  expect(description).toContain('Todo lo que este sitio guarda sobre ti');
  expect(parts.profile.entries).toMatchObject([{ id: maya.id, email: maya.user.email, ...fullProfile() }]);
  expect(parts.connectionsAsked.entries).toMatchObject([{ friendId: ana.id, status: 'accepted' }]);
  expect(parts.panda.entries).toHaveLength(1);
  expect(parts.ledger.entries.length).toBeGreaterThan(0);
  const stored = await app.services.db.models.Session.findOne({ userId: maya.id }).lean();
  for (const secret of [
    'argon2',
    stored?._id ?? '',
    maya.cookies.get('sid') ?? '',
    'Somebody else.',
    ana.user.email,
  ])
    expect(text).not.toContain(secret);
});

it('limits exports per day and refuses visitors', async () => {
  const maya = await app.member();
  for (let count = 0; count < limits.exportsPerDay; count += 1) await maya.call('GET /api/account/export');
  await expect(maya.call('GET /api/account/export')).rejects.toMatchObject({ status: 429 });
  await expect(app.visitor().call('GET /api/account/export')).rejects.toMatchObject({ status: 401 });
});

it.each(['never confirmed', 'confirmed'])(
  'does not reveal whether a typed address has an account: %s',
  async (state) => {
    const owner = await app.member();
    const exported = [];
    for (const email of [owner.user.email, `nobody.${state.length}@mail.example`]) {
      const maya = await app.member();
      if (state === 'confirmed') await app.confirm(maya);
      await change(maya, email);
      // Links that others requested to the address, sent or queued.
      const ask = () => app.visitor().call('POST /api/auth/magic-link', { body: { email } });
      await ask();
      await mail.to(email);
      await ask();
      const { parts } = await maya.call('GET /api/account/export');
      expect(Object.keys(parts)).not.toContain('waitingWork');
      exported.push(parts.mailedLinks?.entries.map(({ purpose }) => purpose));
    }
    // The confirmed address got a notice of the change, and is the member's own.
    const own = state === 'confirmed' ? ['undo-email'] : [];
    expect(exported).toEqual([own, own]);
  },
);

it('contains used links only', async () => {
  const maya = await app.member();
  const { email } = maya.user;
  await mail.to(email);
  app.clock.advance(1);
  const ask = () => app.visitor().call('POST /api/auth/magic-link', { body: { email } });
  await ask();
  await maya.call('POST /api/auth/verify', { body: { token: await mail.tokenTo(email) } });
  await ask();
  await mail.to(email);
  expect(await partOf(maya, 'mailedLinks')).toMatchObject([
    { purpose: 'confirm', usedAt: null },
    { purpose: 'sign-in', usedAt: app.clock.now().toISOString() },
  ]);
});

it('leaves out texts of ended accounts until these are restored', async () => {
  const [maya, ana] = await Promise.all([app.member(), app.member()]);
  await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
  await ana.call('POST /api/connections', { body: { friendId: maya.id, note: 'Tea on Friday?' } });
  const pandaId = (await maya.call('GET /api/user')).pandaId ?? '';
  const review = {
    pandaId,
    authorId: ana.id,
    type: 'review' as const,
    text: 'Lovely',
    createdAt: app.clock.now(),
  };
  await app.services.db.models.Content.create(review);
  const told = async () => {
    const { parts } = await maya.call('GET /api/account/export');
    return [
      parts.connectionsReceived?.entries.map(({ note }) => note),
      parts.pandaTimeline?.entries.map(({ text }) => text),
    ];
  };
  expect(await told()).toEqual([['Tea on Friday?'], ['Lovely']]);
  const username = ana.user.username ?? '';
  await ana.call('DELETE /api/account', { body: { confirm: username } });
  expect(await told()).toEqual([[], []]);
  await ana.call('POST /api/login', { body: { username, password: 'correct horse', keepAccount: true } });
  expect(await told()).toEqual([['Tea on Friday?'], ['Lovely']]);
});

it('leaves out blocked members, and askers who became private (D16, D23)', async () => {
  const [maya, olu, ana] = await Promise.all([app.member(), app.member(), app.member()]);
  const asked = (friend: TestMember) => ({ body: { friendId: friend.id } });
  await maya.call('POST /api/connections', asked(olu));
  await ana.call('POST /api/connections', asked(maya));
  expect([await partOf(maya, 'connectionsAsked'), await partOf(maya, 'connectionsReceived')]).toMatchObject([
    [{ friendId: olu.id, status: 'pending' }],
    [{ friendId: ana.id, status: 'pending' }],
  ]);
  await olu.call('POST /api/users/:id/block', { params: { id: maya.id } });
  await ana.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'private' } });
  expect(await partOf(maya, 'connectionsAsked')).toEqual([]);
  expect(await partOf(maya, 'connectionsReceived')).toEqual([]);
});

it('shows a request that a block ended like a withdrawn one, and hides declines (D20, D23)', async () => {
  const told = [];
  for (const answer of ['none', 'declined', 'expired'] as const) {
    for (const isBlockedByAsker of [true, false]) {
      const [maya, olu] = await Promise.all([app.member(), app.member()]);
      const { id } = await maya.call('POST /api/connections', { body: { friendId: olu.id } });
      if (answer === 'declined') await olu.call('POST /api/connections/:id/decline', { params: { id } });
      if (answer === 'expired')
        await app.services.db.models.Connection.updateOne({ _id: id }, { createdAt: new Date(0) });
      const [blocker, blocked] = isBlockedByAsker ? [maya, olu] : [olu, maya];
      await blocker.call('POST /api/users/:id/block', { params: { id: blocked.id } });
      await blocker.call('DELETE /api/users/:id/block', { params: { id: blocked.id } });
      told.push([
        (await partOf(maya, 'connectionsAsked'))?.map(({ status }) => status),
        (await partOf(olu, 'connectionsReceived'))?.map((one) => [one.status, one.respondedAt]),
      ]);
    }
  }
  const declinedAt = app.clock.now().toISOString();
  expect(told).toEqual([
    [['withdrawn'], [['withdrawn', null]]],
    [['withdrawn'], [['withdrawn', null]]],
    [['withdrawn'], [['declined', declinedAt]]],
    [['withdrawn'], [['declined', declinedAt]]],
    // Connections that had ended before the block are unchanged.
    [['expired'], [['expired', null]]],
    [['expired'], [['expired', null]]],
  ]);
});
