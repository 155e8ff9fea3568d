import { defaultNotifications } from '@frens/contract/notification-settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { minute } from '../../clock.ts';
import { serverLimits } from '../../limits.ts';
import { makeFriends, takeBack, write } from '../../testing/conversations.ts';
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

const hour = serverLimits.newsMail.minutes * minute;

/** Two friends; the first has a confirmed address, and an empty inbox. */
async function confirmedFriends() {
  const two = await makeFriends(app);
  await app.confirm(two.olu);
  await mail.to(two.olu.user.email);
  return { ...two, mails: () => mail.to(two.olu.user.email) };
}
const settings = (member: TestMember) => member.call('GET /api/notification-settings');
const stopOf = (text = '') => /\/auth\?stop=([\w.-]+)/.exec(text)?.[1] ?? '';

it('mails about messages at most once an hour, without their texts (D67)', async () => {
  const { maya, olu, id, mails } = await confirmedFriends();
  await write(maya, id, 'Words of ours');
  await write(maya, id, 'And more');
  const [first, ...others] = await mails();
  expect(others).toEqual([]);
  expect(first?.subject).toBe(`A message from ${maya.user.name} is waiting for you`);
  expect(first?.text).toContain(`/frens/${maya.user.username}`);
  expect(`${first?.text}${first?.html}`).not.toContain('Words of ours');

  const third = await app.member();
  await app.befriend(third, olu);
  const [friendship] = await third.call('GET /api/connections');
  await write(maya, id, 'Still there?');
  await write(third, friendship?.id ?? '', 'Me too');
  app.clock.advance(hour - 1);
  expect(await mails()).toEqual([]);
  app.clock.advance(1);
  const [second, ...more] = await mails();
  expect(more).toEqual([]);
  expect(second?.subject).toContain(maya.user.name);
  expect(second?.subject).toContain(third.user.name);
  expect(second?.text).toContain('/dashboard?tab=connections');
  app.clock.advance(2 * hour);
  expect(await mails()).toEqual([]);
});

it.runIf(process.env.LONG)('sends one mail for sixty concurrent messages', async () => {
  const { maya, id, mails } = await confirmedFriends();
  await Promise.all(Array.from({ length: 60 }, (_, n) => write(maya, id, `${n}`)));
  expect(await mails()).toHaveLength(1);
});

it('sends no mail about messages that were deleted, reported, removed by moderators, or sent by a member who is now blocked', async () => {
  const { maya, olu, id, mails } = await confirmedFriends();
  const { id: mid } = await write(maya, id, 'Oops');
  await takeBack(maya, id, mid);
  expect(await mails()).toEqual([]);
  const { id: bad } = await write(maya, id, 'Not nice');
  await olu.call('POST /api/reports', {
    body: { subjectType: 'message', subjectId: bad, reason: 'harassment' },
  });
  expect(await mails()).toEqual([]);
  const { id: removed } = await write(maya, id, 'Buy here');
  await app.services.db.models.FriendMessage.updateOne({ _id: removed }, { removedAt: app.clock.now() });
  expect(await mails()).toEqual([]);
  expect(await olu.call('GET /api/notifications')).not.toContainEqual(
    expect.objectContaining({ kind: 'message' }),
  );
  await write(maya, id, 'Hello?');
  await olu.call('POST /api/users/:id/block', { params: { id: maya.id } });
  expect(await mails()).toEqual([]);
});

it('sends no mail to an unconfirmed address, and makes no link of a name', async () => {
  const { maya, olu, id } = await makeFriends(app);
  await mail.to(olu.user.email);
  await write(maya, id, 'Hello');
  expect(await mail.to(olu.user.email)).toEqual([]);

  const other = await confirmedFriends();
  await app.services.db.models.User.updateOne({ _id: other.maya.id }, { name: 'Win at casino.example' });
  await write(other.maya, other.id, 'Hello');
  const [told] = await other.mails();
  expect(told?.subject).toBe('A message from a friend is waiting for you');
  expect(`${told?.text}${told?.html}`).not.toContain('casino.example');
});

it('stops after one click on unsubscribe or by the setting, and sends again when it is switched on', async () => {
  const { maya, olu, id, mails } = await confirmedFriends();
  expect(await settings(olu)).toEqual(defaultNotifications);
  await write(maya, id, 'Hello');
  const [first] = await mails();
  const stop = stopOf(first?.text);
  const header = first?.headers.find(({ key }) => key === 'list-unsubscribe')?.value;
  expect(header).toBe(`<${new URL(`/api/unsubscribe/${stop}`, app.services.config.publicUrl).href}>`);
  const forged = stop.replace(olu.id, maya.id);
  const refused = await app.visitor().send('POST', `/api/unsubscribe/${forged}`);
  expect(refused.status).toBe(400);
  expect(await settings(maya)).toEqual(defaultNotifications);
  // One-click unsubscribe by the mail client, without a session.
  const stopped = await app.visitor().send('POST', `/api/unsubscribe/${stop}`);
  expect(stopped.status).toBe(204);
  expect(await settings(olu)).toEqual({ ...defaultNotifications, mailMessages: false });
  app.clock.advance(2 * hour);
  await write(maya, id, 'Hello again');
  expect(await mails()).toEqual([]);
  const wanted = await olu.call('PATCH /api/notification-settings', { body: { mailMessages: true } });
  expect(wanted).toEqual(defaultNotifications);
  await write(maya, id, 'And again');
  expect(await mails()).toHaveLength(1);
});
