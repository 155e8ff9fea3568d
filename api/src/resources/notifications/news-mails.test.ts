import { defaultNotifications } from '@frens/contract/notification-settings';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { minute } from '../../clock.ts';
import { idFrom } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import { personOf, write } from '../../testing/conversations.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';
import { confirmedMember, startTestMail, type TestMail } from '../../testing/test-mail.ts';
import { notifyByMailJob } from '../notification-dispatch/notify-by-mail.ts';

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

const hour = serverLimits.newsMail.minutes * minute;
const mailsTo = ({ user }: TestMember) => mail.to(user.email);
const subjectsTo = async (member: TestMember) => (await mailsTo(member)).map(({ subject }) => subject);
const stopOf = ({ text = '' }: Email) => /\/auth\?stop=([\w.-]+)/.exec(text)?.[1] ?? '';
const settings = (member: TestMember) => member.call('GET /api/notification-settings');
const ask = (from: TestMember, to: TestMember, note = '') =>
  from.call('POST /api/connections', { body: { friendId: to.id, note } });
const introduce = (by: TestMember, one: TestMember, other: TestMember) =>
  by.call('POST /api/matches', { body: { user1Id: one.id, user2Id: other.id, message: 'Words of ours' } });
const answer = (member: TestMember, id: string, what: 'accept' | 'decline' = 'accept') =>
  member.call(`POST /api/matches/:id/${what}`, { params: { id } });

const confirmed = () => confirmedMember(app);

/** Two friends with confirmed addresses and empty inboxes. */
async function friends() {
  const [ana, maya] = [await confirmed(), await confirmed()];
  await app.befriend(ana, maya);
  return { ana, maya };
}

/** A matchmaker and the two members she introduced; the mails about it are not sent yet. */
async function introduced() {
  const { ana, maya } = await friends();
  const olu = await confirmed();
  for (const one of [ana, maya, olu]) await mailsTo(one);
  app.clock.advance(2 * hour);
  const { id } = await introduce(ana, maya, olu);
  return { ana, maya, olu, id };
}

async function invite(from: TestMember, to: TestMember) {
  const { id } = await from.call('POST /api/circles', {
    body: { name: 'Sunday Soup', description: 'We cook.', circleType: 'invite' },
  });
  await from.call('POST /api/circles/:id/invitations', { params: { id }, body: { userId: to.id } });
  return id;
}

describe('a news mail', () => {
  it('names who sent a connection request, but not the note', async () => {
    const [ana, maya] = [await confirmed(), await confirmed()];
    await ask(ana, maya, 'Words of ours');
    const [told, ...more] = await mailsTo(maya);
    expect(more).toEqual([]);
    expect(told?.subject).toBe(`A connection request from ${ana.user.name}`);
    expect(told?.text).toContain(`/frens/${ana.user.username}`);
    expect(`${told?.text}${told?.html}`).not.toContain('Words of ours');
  });

  it('includes a notification whose time passes while it is stored', async () => {
    const [ana, maya] = [await confirmed(), await confirmed()];
    const { now } = app.clock;
    const moving = vi.spyOn(app.services.clock, 'now').mockImplementation(() => {
      app.clock.advance(1);
      return now();
    });
    onTestFinished(() => moving.mockRestore());
    await ask(ana, maya);
    expect(await subjectsTo(maya)).toEqual([`A connection request from ${ana.user.name}`]);
  });

  it('names both members of an introduction; of two acceptances, it goes to the first member and the matchmaker', async () => {
    const { ana, maya, olu, id } = await introduced();
    const [told] = await mailsTo(maya);
    expect(told?.subject).toBe(`An introduction from ${ana.user.name}`);
    expect(told?.text).toContain(olu.user.name);
    expect(told?.text).toContain('/dashboard?tab=matches');
    expect(`${told?.text}${told?.html}`).not.toContain('Words of ours');
    expect(await subjectsTo(olu)).toEqual([`An introduction from ${ana.user.name}`]);
    app.clock.advance(2 * hour);
    await answer(maya, id);
    await answer(olu, id);
    expect(await subjectsTo(maya)).toEqual([`You and ${olu.user.name} are friends now`]);
    const [made] = await mailsTo(ana);
    expect(made?.subject).toBe('Your introduction worked');
    for (const { user } of [maya, olu]) expect(made?.text).toContain(user.name);
    // The member who accepts second learns it from the response.
    expect(await mailsTo(olu)).toEqual([]);
  });

  it('names who invites to a circle, and links to it', async () => {
    const { ana, maya } = await friends();
    await mailsTo(maya);
    app.clock.advance(2 * hour);
    const circleId = await invite(ana, maya);
    const [told] = await mailsTo(maya);
    expect(told?.subject).toBe(`An invitation from ${ana.user.name} to Sunday Soup`);
    expect(told?.text).toContain(`/groups/${circleId}`);
  });

  it('in the reader’s language', async () => {
    const [ana, maya] = [await confirmed(), await confirmed()];
    await maya.send('GET', '/api/user', { headers: { 'Accept-Language': 'es' } });
    await ask(ana, maya);
    expect(await subjectsTo(maya)).toEqual([`Una solicitud de conexión de ${ana.user.name}`]);
  });

  it('combines many notifications, and makes no link of a name', async () => {
    const maya = await confirmed();
    const askers = await Promise.all(Array.from({ length: 5 }, () => app.member()));
    await app.services.db.models.User.updateOne({ _id: askers[0]?.id }, { name: 'casino.example' });
    await Promise.all(askers.map((one) => ask(one, maya)));
    const [told, ...more] = await mailsTo(maya);
    expect(more).toEqual([]);
    expect(told?.subject).toMatch(/ and others$/);
    expect(told?.text).toContain('/dashboard?tab=connections');
    expect(`${told?.text}${told?.html}`).not.toContain('casino.example');
  });
});

describe('at most one news mail an hour (D48)', () => {
  it('is sent, whatever its kind, starting with the oldest news', async () => {
    const { ana, maya } = await friends();
    const { conversation } = await personOf(ana, maya);
    await mailsTo(maya);
    app.clock.advance(2 * hour);
    await write(ana, conversation?.id ?? '', 'Hello');
    expect(await subjectsTo(maya)).toEqual([`A message from ${ana.user.name} is waiting for you`]);
    app.clock.advance(minute);
    await invite(ana, maya);
    app.clock.advance(minute);
    const olu = await confirmed();
    await ask(olu, maya);
    expect(await mailsTo(maya)).toEqual([]);
    app.clock.advance(hour - 2 * minute - 1);
    expect(await mailsTo(maya)).toEqual([]);
    app.clock.advance(1);
    expect(await subjectsTo(maya)).toEqual([`An invitation from ${ana.user.name} to Sunday Soup`]);
    app.clock.advance(hour - 1);
    expect(await mailsTo(maya)).toEqual([]);
    app.clock.advance(1);
    expect(await subjectsTo(maya)).toEqual([`A connection request from ${olu.user.name}`]);
    app.clock.advance(3 * hour);
    expect(await mailsTo(maya)).toEqual([]);
    expect(await app.services.db.models.Job.countDocuments({ memberId: idFrom(maya.id) })).toBe(0);
  });

  it('counts from the last mail that an older version sent, and handles jobs it left', async () => {
    const { ana, maya } = await friends();
    await mailsTo(maya);
    app.clock.advance(2 * hour);
    const { conversation } = await personOf(ana, maya);
    await write(ana, conversation?.id ?? '', 'Hello');
    const { Job } = app.services.db.models;
    const left = { recipientId: maya.id, since: app.clock.now().toISOString(), toldAt: null, language: 'en' };
    const memberId = idFrom(maya.id);
    const changed = { kind: 'messages', payload: left };
    expect((await Job.updateOne({ memberId, kind: notifyByMailJob.name }, changed)).matchedCount).toBe(1);
    expect(await subjectsTo(maya)).toEqual([`A message from ${ana.user.name} is waiting for you`]);
  });
});

describe('no news mail', () => {
  it('is sent about a request that was withdrawn or answered, or whose sender is blocked, suspended, private or deleted', async () => {
    const before: Array<(asker: TestMember, reader: TestMember, id: string) => Promise<unknown>> = [
      (asker, _reader, id) => asker.call('DELETE /api/connections/:id', { params: { id } }),
      (_asker, reader, id) => reader.call('POST /api/connections/:id/accept', { params: { id } }),
      (_asker, reader, id) => reader.call('POST /api/connections/:id/decline', { params: { id } }),
      (asker, reader) => reader.call('POST /api/users/:id/block', { params: { id: asker.id } }),
      (asker, reader) => asker.call('POST /api/users/:id/block', { params: { id: reader.id } }),
      (asker) => asker.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'private' } }),
      (asker) => asker.send('DELETE', '/api/account', { body: { confirm: asker.user.username } }),
      (asker) =>
        app.services.db.models.User.updateOne(
          { _id: asker.id },
          { suspended: { since: app.clock.now(), until: null, reason: 'Spam' } },
        ),
      (_asker, reader) =>
        reader.call('POST /api/notifications/read', { body: { upTo: app.clock.now().toISOString() } }),
    ];
    for (const happens of before) {
      const [asker, reader] = [await confirmed(), await confirmed()];
      const { id } = await ask(asker, reader);
      await happens(asker, reader, id);
      expect((await subjectsTo(reader)).filter((subject) => subject?.includes('request'))).toEqual([]);
    }
  });

  it('is sent about an introduction that its reader answered, or whose other member is blocked', async () => {
    const first = await introduced();
    await answer(first.maya, first.id, 'decline');
    expect(await mailsTo(first.maya)).toEqual([]);
    // Nobody else gets a mail about the decline either.
    expect(await mailsTo(first.olu)).toEqual([]);
    const second = await introduced();
    await second.maya.call('POST /api/users/:id/block', { params: { id: second.olu.id } });
    expect(await mailsTo(second.maya)).toEqual([]);
  });

  it('reveals the other member’s answer before both have accepted (D25)', async () => {
    const asked = await introduced();
    const yes = await introduced();
    await answer(yes.maya, yes.id);
    // The mail is the same with and without the other member's acceptance.
    const unnamed = async ({ ana, maya, olu }: typeof asked) => {
      const [told] = await mailsTo(olu);
      const names = [ana, maya, olu].flatMap(({ user }) => [user.name, user.username ?? '', user.id]);
      const words = [told?.subject, told?.text, told?.html].join('\n').replaceAll(stopOf(told as Email), '');
      return names.reduce((all, name, index) => all.replaceAll(name, `#${index}`), words);
    };
    expect(await unnamed(yes)).toBe(await unnamed(asked));
    app.clock.advance(3 * hour);
    for (const one of [yes.ana, yes.maya, yes.olu]) expect(await mailsTo(one)).toEqual([]);
  });

  it('is sent about a declined invitation, or to an unconfirmed address', async () => {
    const { ana, maya } = await friends();
    await mailsTo(maya);
    app.clock.advance(2 * hour);
    const id = await invite(ana, maya);
    await maya.call('POST /api/circles/:id/invitations/decline', { params: { id } });
    expect(await mailsTo(maya)).toEqual([]);
    const stranger = await app.member();
    await mailsTo(stranger);
    await ask(ana, stranger);
    expect(await mailsTo(stranger)).toEqual([]);
  });
});

describe('unsubscribing from a kind', () => {
  it('stops that kind after one click, and keeps the others', async () => {
    const [ana, maya] = [await confirmed(), await confirmed()];
    await ask(ana, maya);
    const [first] = await mailsTo(maya);
    const stop = stopOf(first as Email);
    const header = first?.headers.find(({ key }) => key === 'list-unsubscribe')?.value;
    expect(header).toBe(`<${new URL(`/api/unsubscribe/${stop}`, app.services.config.publicUrl).href}>`);
    // One-click unsubscribe by the mail client, without a session.
    expect((await app.visitor().send('POST', `/api/unsubscribe/${stop}`)).status).toBe(204);
    expect(await settings(maya)).toEqual({ ...defaultNotifications, mailRequests: false });
    app.clock.advance(2 * hour);
    await ask(await confirmed(), maya);
    expect(await mailsTo(maya)).toEqual([]);
    await maya.call('POST /api/connections', { body: { friendId: ana.id } });
    await invite(ana, maya);
    expect(await subjectsTo(maya)).toEqual([`An invitation from ${ana.user.name} to Sunday Soup`]);
  });

  it('stops mails about earlier notifications too', async () => {
    const { maya } = await introduced();
    await maya.call('PATCH /api/notification-settings', { body: { mailIntroductions: false } });
    expect(await mailsTo(maya)).toEqual([]);
  });
});
