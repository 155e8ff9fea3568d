import { type NotificationKind, type NotificationPlace, notificationKinds } from '@frens/contract/choices';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFriends, write } from '../../testing/conversations.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { join, list, postWorker, unread } from '../../testing/news-steps.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A notified member, and the act that settles the notification. */
interface Settling {
  reader: TestMember;
  settle: () => Promise<unknown>;
}

const look = (reader: TestMember, place: NotificationPlace, id?: string): Settling => ({
  reader,
  settle: () => reader.call('POST /api/notifications/read', { body: { seen: { place, id } } }),
});

async function two(): Promise<[TestMember, TestMember]> {
  return Promise.all([app.member(), app.member()]);
}

async function asked() {
  const [from, to] = await two();
  const { id } = await from.call('POST /api/connections', { body: { friendId: to.id } });
  const accept = () => to.call('POST /api/connections/:id/accept', { params: { id } });
  return { from, to, accept };
}

/** A matchmaker introduces two friends. */
async function introduced() {
  const [ana, maya] = await two();
  const olu = await app.member();
  await app.befriend(ana, maya);
  const { id } = await ana.call('POST /api/matches', { body: { user1Id: maya.id, user2Id: olu.id } });
  const accept = (of: TestMember) => of.call('POST /api/matches/:id/accept', { params: { id } });
  return { ana, maya, olu, accept };
}

async function circle(of: TestMember, circleType: 'open' | 'invite') {
  const { id } = await of.call('POST /api/circles', { body: { name: 'Tea', circleType } });
  return id;
}

async function waiting() {
  const [owner, asker] = await two();
  const id = await circle(owner, 'invite');
  await asker.call('POST /api/circles/:id/requests', { params: { id }, body: {} });
  const [request] = await owner.call('GET /api/circles/:id/requests', { params: { id } });
  const params = { id, rid: request?.id ?? '' };
  const accept = () => owner.call('POST /api/circles/:id/requests/:rid/accept', { params });
  return { owner, asker, id, accept };
}

/** A circle post that notifies the circle's other member. */
async function post(text: (reader: TestMember) => string): Promise<Settling> {
  const [owner, reader] = await two();
  const id = await circle(owner, 'open');
  await join(reader, id);
  await reader.call('PATCH /api/circles/:id/membership', { params: { id }, body: { wantsNotices: true } });
  await owner.call('POST /api/circles/:id/notices', { params: { id }, body: { text: text(reader) } });
  await postWorker(app).runDue();
  return look(reader, 'notices', id);
}

/** Every kind needs an act that settles it: a notification must not outlive its cause. */
const causes: Record<NotificationKind, () => Promise<Settling>> = {
  async request() {
    const { to, accept } = await asked();
    return { reader: to, settle: accept };
  },
  async accepted() {
    const { from, to, accept } = await asked();
    await accept();
    return look(from, 'person', to.id);
  },
  async message() {
    const { maya, olu, id } = await makeFriends(app);
    await write(maya, id, 'Hello');
    return look(olu, 'conversation', maya.id);
  },
  async suggestion() {
    const { maya, accept } = await introduced();
    return { reader: maya, settle: () => accept(maya) };
  },
  async suggestionAccepted() {
    const { maya, olu, accept } = await introduced();
    await accept(maya);
    await accept(olu);
    return look(maya, 'person', olu.id);
  },
  async introductionMade() {
    const { ana, maya, olu, accept } = await introduced();
    await accept(maya);
    await accept(olu);
    return look(ana, 'introductions');
  },
  async circleInvitation() {
    const { maya, olu } = await makeFriends(app);
    const id = await circle(maya, 'invite');
    await maya.call('POST /api/circles/:id/invitations', { params: { id }, body: { userId: olu.id } });
    return { reader: olu, settle: () => join(olu, id) };
  },
  async circleRequest() {
    const { owner, accept } = await waiting();
    return { reader: owner, settle: accept };
  },
  async circleAccepted() {
    const { asker, id, accept } = await waiting();
    await accept();
    return look(asker, 'circle', id);
  },
  async circleOwner() {
    const [owner, reader] = await two();
    const id = await circle(owner, 'open');
    await join(reader, id);
    await owner.call('POST /api/circles/:id/owner', { params: { id }, body: { userId: reader.id } });
    return look(reader, 'circle', id);
  },
  circleMention: () => post(({ user }) => `Welcome, @${user.username}`),
  circleNotice: () => post(() => 'Tea is ready'),
  async backer() {
    const [reader, backer] = await two();
    const { pandaId } = await reader.call('POST /api/vibe-quiz', { body: quizSubmission() });
    await backer.call('POST /api/stake-bamboo', { body: { pandaId, amount: '2' } });
    return look(reader, 'panda', pandaId);
  },
  async security() {
    const reader = await app.member();
    await reader.call('POST /api/account/password', { body: { newPassword: 'seven warm stones' } });
    return look(reader, 'security');
  },
};

it.each(notificationKinds)('%s counts as read once its cause is settled', async (kind) => {
  const { reader, settle } = await causes[kind]();
  const isUnread = async () => (await list(reader)).some((one) => one.kind === kind && !one.isRead);
  expect(await isUnread()).toBe(true);
  await settle();
  expect(await isUnread()).toBe(false);
});

it('marks a message as read once it is answered, but not those of other conversations', async () => {
  const { maya, olu, id } = await makeFriends(app);
  const ada = await app.member();
  await app.befriend(ada, olu);
  const ofAda = (await olu.call('GET /api/users/:id', { params: { id: ada.id } })).conversation?.id ?? '';
  await write(maya, id, 'Hello');
  await write(ada, ofAda, 'Hello');
  const before = await unread(olu);
  await write(olu, id, 'Hello to you');
  expect(await unread(olu)).toBe(before - 1);
});

it('settles only the notifications of the visited page', async () => {
  const { reader } = await causes.circleNotice();
  const { reader: other } = await causes.message();
  for (const [of, place] of [
    [reader, 'notices'],
    [other, 'conversation'],
  ] as const) {
    const before = await unread(of);
    await look(of, place, reader.id).settle();
    await look(of, 'panda').settle();
    expect(await unread(of)).toBe(before);
  }
});
