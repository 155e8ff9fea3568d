import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '../../clock.ts';
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

async function confirmed(details?: Parameters<TestApp['member']>[0]): Promise<TestMember> {
  const member = await app.member(details);
  await app.confirm(member);
  return member;
}

const invite = (host: TestMember, email: string, language = 'en') =>
  host.send('POST', '/api/invitations/email', {
    body: { email },
    headers: { 'Accept-Language': language },
  });

let count = 0;
const newAddress = () => `invited${(count += 1)}@friends.example`;
const headerOf = (headers: Array<{ key: string; value: string }> | undefined, key: string) =>
  headers?.find((one) => one.key === key)?.value;

describe('inviting by mail (D45)', () => {
  it("mails the member's link in their language, with an unsubscribe link", async () => {
    const host = await confirmed({ name: 'Ana Bosque' });
    const address = newAddress();
    const response = await invite(host, address, 'es');
    expect([response.status, await response.text()]).toEqual([204, '']);
    const [found, ...others] = await mail.to(address);
    expect(others).toEqual([]);
    expect(found?.subject).toBe('Ana Bosque te invita a Frens');
    const { link } = await host.call('GET /api/invite-link');
    expect(found?.text).toContain(link?.url);
    const stop = /\/auth\?stop=([\w.-]+)/.exec(found?.text ?? '')?.[1];
    expect(found?.html).toContain(`/auth?stop=${stop}`);
    const { href } = new URL(`/api/unsubscribe/${stop}`, app.services.config.publicUrl);
    expect(headerOf(found?.headers, 'list-unsubscribe')).toBe(`<${href}>`);
    expect(headerOf(found?.headers, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });

  it('answers the same for a member, who gets no mail', async () => {
    const [host, member] = [await confirmed(), await app.member()];
    await mail.to(member.user.email);
    const answers = [await invite(host, member.user.email.toUpperCase()), await invite(host, newAddress())];
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(await mail.to(member.user.email)).toEqual([]);
  });

  it('requires a confirmed address, and limits invitations per day', async () => {
    const host = await app.member();
    expect(await (await invite(host, newAddress())).json()).toMatchObject({ code: 'email_unconfirmed' });
    await app.confirm(host);
    app.clock.advance(day);
    const sent = [];
    for (let number = 0; number < 12; number += 1) sent.push((await invite(host, newAddress())).status);
    expect(sent).toEqual([...Array.from({ length: 10 }, () => 204), 429, 429]);
  });

  it('mails an address once a week per member, three times in all', async () => {
    const hosts = await Promise.all([1, 2, 3, 4].map(() => confirmed()));
    const [first] = hosts as [TestMember];
    const address = newAddress();
    for (let times = 0; times < 2; times += 1) expect((await invite(first, address)).status).toBe(204);
    expect(await mail.to(address)).toHaveLength(1);
    const other = newAddress();
    for (const host of hosts) expect((await invite(host, other)).status).toBe(204);
    expect(await mail.to(other)).toHaveLength(limits.invitations.mailsPerAddress);
    app.clock.advance(limits.invitations.addressDays * day + 1);
    await invite(first, address);
    expect(await mail.to(address)).toHaveLength(1);
  });

  it('counts all spellings of a domain as one address', async () => {
    const host = await confirmed();
    const name = newAddress().split('@')[0];
    for (const domain of ['ｆriends.example', 'friends.example', 'fʳiends.example', 'FRIENDS.example'])
      expect((await invite(host, `${name}@${domain}`)).status).toBe(204);
    expect(await mail.to(`${name}@friends.example`)).toHaveLength(1);
  });

  it('leaves out names that mail programs would turn into links', async () => {
    const host = await confirmed({ name: 'Win at evil.example/now' });
    const address = newAddress();
    await invite(host, address);
    const [found] = await mail.to(address);
    expect(found?.subject).toBe('A fren invites you to Frens');
    expect(`${found?.text}${found?.html}`).not.toContain('evil');
  });
});

describe('unsubscribing from invitations', () => {
  /** The one-click unsubscribe URL in an invitation to this address. */
  async function stopAddress(email: string): Promise<string> {
    await invite(await confirmed(), email);
    const [found] = await mail.to(email);
    return new URL(headerOf(found?.headers, 'list-unsubscribe')?.slice(1, -1) ?? '').pathname;
  }

  it('takes one click, covers all members, and is permanent', async () => {
    const address = newAddress();
    const path = await stopAddress(address);
    const click = () =>
      fetch(app.url + path, {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      });
    expect((await click()).status).toBe(204);
    expect((await click()).status).toBe(204);
    app.clock.advance(60 * day);
    for (const spelling of [address, address.replace('@f', '@ｆ')]) {
      expect((await invite(await confirmed(), spelling)).status).toBe(204);
      expect(await mail.to(address)).toEqual([]);
    }
  });

  it('stores no address, only its HMAC', async () => {
    const address = newAddress();
    const { MailStop } = app.services.db.models;
    const before = await MailStop.countDocuments();
    const path = await stopAddress(address);
    await app
      .visitor()
      .call('POST /api/unsubscribe/:token', { params: { token: path.split('/').at(-1) ?? '' } });
    expect(await MailStop.countDocuments()).toBe(before + 1);
    expect(JSON.stringify(await MailStop.find().lean())).not.toContain(address.split('@')[0]);
  });

  it.each(['made-up', 'a.b', '%00', `${'x'.repeat(43)}.${'y'.repeat(43)}`])(
    'are not for %s',
    async (token) => {
      const response = await app.visitor().send('POST', `/api/unsubscribe/${token}`, { body: {} });
      expect(response.status).toBe(400);
    },
  );
});
