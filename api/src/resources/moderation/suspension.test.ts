import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, minute } from '../../clock.ts';
import { idFrom, newId } from '../../database/ids.ts';
import { findDifferences } from '../../scripts/find-differences.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';
import { startTestMail, type TestMail } from '../../testing/test-mail.ts';
import { restoreMember, suspendMember } from './suspend-member.ts';

let app: TestApp;
let mail: TestMail;
beforeAll(async () => {
  app = await startTestApp({ contact: 'care@frens.example' });
  mail = await startTestMail(app);
});
afterAll(async () => {
  await mail.close();
  await app.close();
});

const moderation = () => ({ services: app.services, who: 'kim' });
const reason = 'Sells watches.';
const suspend = ({ id }: TestMember, days: number | null = null) =>
  suspendMember(moderation(), idFrom(id), { days, reason, language: 'en' });
const restore = ({ id }: TestMember) => restoreMember(moderation(), idFrom(id), { text: '', language: 'en' });
const password = 'correct horse';

/** Signs in with a new browser, and returns it with the answer. */
async function signIn({ user }: TestMember) {
  const browser = app.visitor();
  const body = { username: user.username, password };
  const answer = await browser.send('POST', '/api/login', { body });
  return { browser, status: answer.status, told: (await answer.json()) as Record<string, unknown> };
}

/** All answers to one member in which another could appear. */
async function toldTo(viewer: TestMember, other: TestMember, pandaId: string, circleId: string) {
  const paths = [
    '/api/users?limit=200',
    `/api/users/${other.id}`,
    `/api/users/@${other.user.username}`,
    '/api/connections',
    '/api/connections/pending',
    '/api/pandas?limit=200',
    `/api/pandas/${pandaId}`,
    `/api/circles/${circleId}`,
    `/api/circles/${circleId}/members`,
    '/api/stakes',
  ];
  const answers = await Promise.all(paths.map(async (path) => (await viewer.send('GET', path)).text()));
  return answers.join('\n');
}

describe('a suspended member (D23)', () => {
  it('is hidden from everybody, and restored with everything they had', async () => {
    const [maya, olu] = await Promise.all([app.member({ name: 'Hidden Maya' }), app.member()]);
    await app.befriend(maya, olu);
    const { pandaId } = await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
    await olu.call('POST /api/stake-bamboo', { body: { pandaId: pandaId ?? '', amount: '3' } });
    const circle = await maya.call('POST /api/circles', { body: { name: 'Kept' } });
    const before = await toldTo(olu, maya, pandaId ?? '', circle.id);
    expect(before).toContain('Hidden Maya');

    await suspend(maya);
    const during = await toldTo(olu, maya, pandaId ?? '', circle.id);
    expect(during).not.toContain('Hidden Maya');
    expect(during.replaceAll(circle.id, '')).not.toContain(maya.id);
    expect(await findDifferences(app.services)).toEqual([]);

    await restore(maya);
    const after = await toldTo(olu, maya, pandaId ?? '', circle.id);
    const lasting = (told: string) =>
      told.replaceAll(/"(requestId|lastSeenAt)":"[^"]*"|"online":(true|false|null)/g, '');
    expect(lasting(after)).toBe(lasting(before));
    expect((await signIn(maya)).status).toBe(200);
  });

  it('is signed out everywhere, told the reason on signing in, and refused every call but two', async () => {
    const maya = await app.member();
    await suspend(maya, 7);
    expect((await maya.send('GET', '/api/user')).status).toBe(401);
    const { browser, status, told } = await signIn(maya);
    expect(status).toBe(403);
    const until = new Date(app.clock.now().getTime() + 7 * day).toISOString();
    const details = { reason, until, contact: 'care@frens.example' };
    expect(told).toMatchObject({ code: 'account_suspended', details });
    for (const [method, path] of [
      ['GET', '/api/user'],
      ['GET', '/api/users'],
      ['POST', '/api/connections'],
      ['PATCH', `/api/users/${maya.id}`],
    ] as const) {
      const answer = await browser.send(method, path, method === 'GET' ? {} : { body: {} });
      expect([answer.status, ((await answer.json()) as { details: object }).details]).toEqual([403, details]);
    }
    // They see public pages as visitors do.
    expect((await browser.send('GET', '/api/circles')).status).toBe(200);
    const wrong = await app.visitor().send('POST', '/api/login', {
      body: { username: maya.user.username, password: 'not this' },
    });
    expect([wrong.status, JSON.stringify(await wrong.json())]).toEqual([
      401,
      expect.not.stringContaining(reason),
    ]);
  });

  it('can export their data and delete the account, and stays suspended when they restore it', async () => {
    const maya = await app.member();
    await suspend(maya);
    const { browser } = await signIn(maya);
    const { parts } = await browser.call('GET /api/account/export');
    expect(parts['moderation']?.entries).toMatchObject([{ act: 'suspend', reason, until: null }]);
    expect(JSON.stringify(parts)).not.toContain('kim');
    const body = { confirm: maya.user.username ?? '', password };
    expect((await browser.send('DELETE', '/api/account', { body })).status).toBe(202);
    const again = app.visitor();
    const kept = { username: maya.user.username, password, keepAccount: true };
    expect((await again.send('POST', '/api/login', { body: kept })).status).toBe(403);
    expect((await again.send('GET', '/api/user')).status).toBe(403);
  });

  it('can sign in from the minute the suspension ends, and is shown again by the job', async () => {
    const [maya, olu] = await Promise.all([app.member(), app.member()]);
    await suspend(maya, 2);
    app.clock.advance(2 * day - minute);
    expect((await signIn(maya)).status).toBe(403);
    app.clock.advance(2 * minute);
    expect((await signIn(maya)).status).toBe(200);
    // The worker runs the due job.
    await mail.to(maya.user.email);
    const seen = await (await signIn(olu)).browser.call('GET /api/users/:id', { params: { id: maya.id } });
    expect(seen.id).toBe(maya.id);
    const [last] = await app.services.db.models.ModerationAct.find({ memberId: maya.id }).sort({ _id: -1 });
    expect(last).toMatchObject({ act: 'expire', who: 'time' });
  });

  it('gets mails about the reason, the end and the contact, and about the restoration', async () => {
    const maya = await app.member();
    await suspend(maya);
    await app.services.db.models.User.updateOne({ _id: maya.id }, { language: 'es' });
    await restore(maya);
    const [suspended, restored] = (await mail.to(maya.user.email)).slice(-2);
    expect(suspended?.subject).toBe('Your account on Frens is suspended');
    for (const told of [reason, 'until further notice', 'care@frens.example'])
      expect(suspended?.text).toContain(told);
    expect(restored?.subject).toBe('Tu cuenta en Frens vuelve a estar activa');
  });

  it('is suspended once by concurrent moderators, which stops a request in progress', async () => {
    const [maya, olu] = await Promise.all([app.member(), app.member()]);
    const asking = maya.send('POST', '/api/connections', { body: { friendId: olu.id } });
    const tries = await Promise.allSettled([suspend(maya, 1), suspend(maya, 5), suspend(maya)]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refusals).toMatchObject([{ kind: 'done' }, { kind: 'done' }]);
    expect([201, 401, 403]).toContain((await asking).status);
    const acts = { memberId: idFrom(maya.id), act: 'suspend' } as const;
    expect(await app.services.db.models.ModerationAct.countDocuments(acts)).toBe(1);
    expect(await app.services.db.models.Session.countDocuments({ userId: maya.id })).toBe(0);
    expect(await olu.call('GET /api/connections/pending')).toEqual([]);
    const back = await Promise.allSettled([restore(maya), restore(maya)]);
    expect(back.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('gets no unrestricted session from a concurrent sign-in', async () => {
    const maya = await app.member();
    const [signedIn] = await Promise.all([signIn(maya), suspend(maya)]);
    expect([401, 403]).toContain((await signedIn.browser.send('GET', '/api/users')).status);
  });

  it('is refused when the member does not exist', async () => {
    await expect(
      suspendMember(moderation(), newId(), { days: null, reason, language: 'en' }),
    ).rejects.toMatchObject({ kind: 'missing' });
  });
});
