import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { second } from '../../clock.ts';
import { serverLimits } from '../../limits.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const list = (of: TestMember) => of.call('GET /api/notifications');
const unread = async (of: TestMember) => (await of.call('GET /api/notifications/unread')).unread;
const kindsOf = async (of: TestMember) => (await list(of)).map(({ kind }) => kind);
const join = (of: TestMember, id: string) =>
  of.call('POST /api/circles/:id/join', { params: { id }, body: {} });
const leave = (of: TestMember, id: string) =>
  of.call('DELETE /api/circles/:id/membership', { params: { id } });
const post = (of: TestMember, id: string, text: string) =>
  of.call('POST /api/circles/:id/notices', { params: { id }, body: { text } });
const set = (of: TestMember, body: object) => of.call('PATCH /api/privacy-settings', { body });
const block = (from: TestMember, { id }: TestMember) =>
  from.call('POST /api/users/:id/block', { params: { id } });
const at = ({ user }: TestMember) => `@${user.username}`;

/** An open circle with its owner and two members. */
async function shared() {
  app.clock.advance(second);
  const [owner, maya, olu] = [await app.member(), await app.member(), await app.member()];
  const { id } = await owner.call('POST /api/circles', { body: { name: 'Tea', circleType: 'open' } });
  await join(maya, id);
  await join(olu, id);
  return { owner, maya, olu, id };
}
type Shared = Awaited<ReturnType<typeof shared>> & { nid: string };

describe('a mention in a notice (D68)', () => {
  it('is told to who is in the circle, once, and to nobody else', async () => {
    const { owner, maya, olu, id } = await shared();
    const stranger = await app.member();
    const text = `${at(maya)}, ${at(maya).toUpperCase()} and ${at(stranger)} and ${at(owner)}: tea! ${at(maya)}`;
    await post(owner, id, text);
    const { username, name, profileImage } = owner.user;
    const actor = { id: owner.id, username, name, profileImage };
    expect(await list(maya)).toMatchObject([
      { kind: 'circleMention', actor, circle: { id, name: 'Tea' }, isRead: false },
    ]);
    expect([await unread(maya), await unread(olu), await unread(stranger), await unread(owner)]).toEqual([
      1, 0, 0, 0,
    ]);
    await post(owner, id, `And ${at(maya)} again`);
    expect(await unread(maya)).toBe(2);
  });

  it('is told once by a notice that is sent twice at once', async () => {
    const { owner, maya, id } = await shared();
    const send = () =>
      owner.call('POST /api/circles/:id/notices', {
        params: { id },
        body: { text: `Tea, ${at(maya)}?` },
        idempotencyKey: 'one-notice',
      });
    await Promise.allSettled([send(), send(), send()]);
    expect(await kindsOf(maya)).toEqual(['circleMention']);
  });

  it('is told to no more than are links', async () => {
    const { owner, maya, id } = await shared();
    const others = Array.from({ length: serverLimits.mentionsPerNotice }, (_, index) => `@nobody${index}`);
    await post(owner, id, `${others.join(' ')} ${at(maya)}`);
    expect(await kindsOf(maya)).toEqual([]);
    await post(owner, id, `${others.slice(1).join(' ')} ${at(maya)}`);
    expect(await kindsOf(maya)).toEqual(['circleMention']);
  });

  it.each([
    ['who does not want to be', (one: Shared) => set(one.maya, { allowTagging: false })],
    ['whom the author does not see', (one: Shared) => set(one.maya, { profileVisibility: 'private' })],
    ['who has blocked the author', (one: Shared) => block(one.maya, one.owner)],
    ['whom the author has blocked', (one: Shared) => block(one.owner, one.maya)],
    ['who has left', (one: Shared) => leave(one.maya, one.id)],
  ])('is not told to %s', async (_who, hide) => {
    const one = await shared();
    await hide({ ...one, nid: '' });
    await post(one.owner, one.id, `Tea, ${at(one.maya)}?`);
    await set(one.maya, { allowTagging: true, profileVisibility: 'public' });
    expect([await kindsOf(one.maya), await unread(one.maya)]).toEqual([[], 0]);
  });

  it.each([
    [
      'the notice is deleted',
      ({ owner, id, nid }: Shared) =>
        owner.call('DELETE /api/circles/:id/notices/:nid', { params: { id, nid } }),
    ],
    [
      'who is mentioned has reported it',
      ({ maya, nid }: Shared) =>
        maya.call('POST /api/reports', { body: { subjectType: 'notice', subjectId: nid, reason: 'spam' } }),
    ],
    ['they have left', ({ maya, id }: Shared) => leave(maya, id)],
    ['they do not want it any more', ({ maya }: Shared) => set(maya, { allowTagging: false })],
    ['they block the author', ({ maya, owner }: Shared) => block(maya, owner)],
    ['the author is hidden', ({ owner }: Shared) => set(owner, { profileVisibility: 'private' })],
    [
      'the circle has ended',
      ({ owner, id }: Shared) =>
        owner.call('DELETE /api/circles/:id', { params: { id }, body: { confirm: 'Tea' } }),
    ],
  ])('tells nothing any more once %s', async (_what, hide) => {
    const one = await shared();
    const { id: nid } = await post(one.owner, one.id, `Tea, ${at(one.maya)}?`);
    expect(await unread(one.maya)).toBe(1);
    await hide({ ...one, nid });
    expect([await kindsOf(one.maya), await unread(one.maya)]).toEqual([[], 0]);
  });
});
