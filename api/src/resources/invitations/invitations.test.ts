import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '../../clock.ts';
import { idFrom } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import { quizSubmission, registration } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';
import { startTestMail, type TestMail } from '../../testing/test-mail.ts';
import { makeLink } from '../address-links/address-links.ts';

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

const codeOf = (url: string) => new URL(url).searchParams.get('invite') ?? '';

/** A member with an invitation link, and its code. */
async function inviter(
  details?: Parameters<TestApp['member']>[0],
): Promise<{ host: TestMember; code: string }> {
  const host = await app.member(details);
  return { host, code: codeOf((await host.call('POST /api/invite-link')).url) };
}

/** A browser that has joined through a code. */
async function joined(inviteCode: string): Promise<TestMember> {
  const client = app.visitor();
  const user = await client.call('POST /api/register', { body: { ...registration(), inviteCode } });
  return Object.assign(client, { user, id: user.id });
}

const requestsOf = async (member: TestMember) =>
  (await member.call('GET /api/connections/pending')).map(({ direction, user }) => [direction, user.id]);
const invitation = (code: string) => app.visitor().call('GET /api/invitations/:code', { params: { code } });
const usesOf = async (host: TestMember) => (await host.call('GET /api/invite-link')).link?.uses;

describe('the link of a member (D45)', () => {
  it('does not exist at first, works for 30 days, and ends with a new one', async () => {
    const host = await app.member();
    expect(await host.call('GET /api/invite-link')).toEqual({ link: null });
    const first = await host.call('POST /api/invite-link');
    const { origin } = app.services.config.publicUrl;
    expect(first.url).toMatch(new RegExp(`^${origin}/auth\\?invite=[\\w-]{16}$`));
    expect(new Date(first.expiresAt).getTime() - app.clock.now().getTime()).toBe(30 * day);
    expect(await host.call('GET /api/invite-link')).toEqual({ link: first });
    const second = await host.call('POST /api/invite-link');
    expect(second.url).not.toBe(first.url);
    expect((await invitation(codeOf(first.url))).isOpen).toBe(false);
    expect((await invitation(codeOf(second.url))).isOpen).toBe(true);
    app.clock.advance(30 * day);
    expect((await invitation(codeOf(second.url))).isOpen).toBe(false);
  });

  it('stays unique under concurrent requests', async () => {
    const host = await app.member();
    const made = await Promise.all(
      [1, 2, 3, 4].map(() => host.send('POST', '/api/invite-link', { body: {} })),
    );
    expect(made.every(({ status }) => status === 201)).toBe(true);
    expect(await app.services.db.models.InviteLink.countDocuments({ inviterId: idFrom(host.id) })).toBe(1);
  });

  it('shows the inviter’s name and picture, a Panda only of who is seen whole, and nothing of who is private', async () => {
    const { host, code } = await inviter({ name: 'Ana Bosque' });
    const faceless = { name: 'Ana Bosque', profileImage: '', pandaId: null, pandaImage: null };
    expect(await invitation(code)).toEqual({ isOpen: true, inviter: faceless });
    const { pandaId, imageUrl } = await host.call('POST /api/vibe-quiz', { body: quizSubmission() });
    expect((await invitation(code)).inviter).toMatchObject({ pandaId, pandaImage: imageUrl });
    await host.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'friends' } });
    expect((await invitation(code)).inviter).toEqual(faceless);
    await host.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'private' } });
    expect(await invitation(code)).toEqual({ isOpen: true, inviter: null });
    expect(await invitation('made-up')).toEqual({ isOpen: false, inviter: null });
  });

  it('is in the export', async () => {
    const { host, code } = await inviter();
    const { parts } = await host.call('GET /api/account/export');
    expect(parts.inviteLink?.entries).toMatchObject([{ code, uses: 0 }]);
  });
});

describe('joining through a link', () => {
  it('creates a request from the inviter, grants nothing and counts the use', async () => {
    const { host, code } = await inviter();
    const newcomer = await joined(code);
    expect(await requestsOf(newcomer)).toEqual([['incoming', host.id]]);
    expect(await requestsOf(host)).toEqual([['outgoing', newcomer.id]]);
    const stored = await app.services.db.models.Connection.findOne({ requesterId: idFrom(host.id) }).lean();
    expect(stored).toMatchObject({ source: 'invite', status: 'pending', note: '' });
    expect((await newcomer.call('GET /api/wallet')).balance).toBe(limits.grants.welcome);
    expect((await host.call('GET /api/wallet')).balance).toBe(limits.grants.welcome);
    expect(await usesOf(host)).toBe(1);
  });

  it('creates no request from a private or erased inviter', async () => {
    const { host, code } = await inviter();
    await host.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'private' } });
    const newcomer = await joined(code);
    await host.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'public' } });
    expect(await requestsOf(newcomer)).toEqual([]);
    await app.services.db.models.User.deleteOne({ _id: idFrom(host.id) });
    expect(await requestsOf(await joined(code))).toEqual([]);
  });

  it('creates no request from an inviter with 200 open ones', async () => {
    const { host, code } = await inviter();
    const { Connection } = app.services.db.models;
    const made = await joined(code);
    const request = await Connection.findOne({ addresseeId: idFrom(made.id) }).lean();
    const { connections } = serverLimits;
    await Connection.insertMany(
      Array.from({ length: connections.open - 1 }, (_, number) => ({
        ...request,
        _id: undefined,
        pair: `full-${number}`,
        addresseeId: idFrom(number.toString(16).padStart(24, 'e')),
      })),
    );
    expect(await requestsOf(await joined(code))).toEqual([]);
    await Connection.deleteOne({ pair: 'full-0' });
    expect(await requestsOf(await joined(code))).toEqual([['incoming', host.id]]);
  });

  it.each([
    ['unknown', () => 'made-up'],
    ['too long', () => 'x'.repeat(5000)],
    [
      'run out',
      async () => {
        const { code } = await inviter();
        app.clock.advance(30 * day);
        return code;
      },
    ],
  ])('is possible by a code that is %s, as without one', async (_what, make) => {
    expect(await requestsOf(await joined(await make()))).toEqual([]);
  });

  it('works through a magic link requested there, for a new address only', async () => {
    const { host, code } = await inviter();
    const enter = async (email: string) => {
      const client = app.visitor();
      await client.call('POST /api/auth/magic-link', { body: { email, inviteCode: code } });
      const token = await mail.tokenTo(email);
      const { user } = await client.call('POST /api/auth/verify', { body: { token } });
      return Object.assign(client, { user, id: user.id });
    };
    const known = await app.member();
    await enter(known.user.email);
    expect(await usesOf(host)).toBe(0);
    const newcomer = await enter('invited@frens.example');
    expect(await usesOf(host)).toBe(1);
    const [request] = await newcomer.call('GET /api/connections/pending');
    expect(request?.user.id).toBe(host.id);
    // Only complete accounts have friends (D10).
    const accept = () => newcomer.send('POST', `/api/connections/${request?.id}/accept`, { body: {} });
    expect(await (await accept()).json()).toMatchObject({ code: 'profile_incomplete' });
    const { username, name, age, gender, lookingFor } = registration();
    const whole = { username, name, age, gender, lookingFor };
    await newcomer.call('POST /api/account/complete', { body: whole });
    expect((await accept()).status).toBe(200);
  });

  it.runIf(process.env.LONG)(
    'gives 25 of 100 concurrent joins a request, and all of them an account',
    async () => {
      const { host, code } = await inviter();
      // The code comes with the request for the magic link, or with its use.
      const byLink = Array.from({ length: 90 }, (_, number) => {
        const inviteCode = number % 2 === 0 ? code : null;
        const email = `crowd${number}@frens.example`;
        return makeLink(app.services, { purpose: 'sign-in', email, inviteCode }).then(
          (token) => ['/api/auth/verify', inviteCode ? { token } : { token, inviteCode: code }] as const,
        );
      });
      // Few by password: another test covers a hundred concurrent hashes.
      const byPassword = Array.from(
        { length: 10 },
        () => ['/api/register', { ...registration(), inviteCode: code }] as const,
      );
      const requests = [...(await Promise.all(byLink)), ...byPassword];
      const answers = await Promise.all(
        requests.map(([path, body]) => app.visitor().send('POST', path, { body })),
      );
      expect(answers.filter(({ ok }) => !ok).map(({ status }) => status)).toEqual([]);
      const { Connection, InviteLink } = app.services.db.models;
      expect(await Connection.countDocuments({ requesterId: idFrom(host.id), source: 'invite' })).toBe(25);
      expect((await InviteLink.findById(code).lean())?.uses).toBe(25);
      expect(await host.call('GET /api/invite-link')).toEqual({ link: null });
    },
  );
});
