import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { second } from '../../clock.ts';
import { idFrom } from '../../database/ids.ts';
import { join, kindsOf, leave, list, set, unread } from '../../testing/news-steps.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';
import { leaveCircle } from '../circles/leave-circles.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const handOver = (of: TestMember, id: string, to: TestMember) =>
  of.call('POST /api/circles/:id/owner', { params: { id }, body: { userId: to.id } });

/** The owner of an invite circle, and a member who asked to join it. */
async function asked() {
  app.clock.advance(second);
  const [owner, asker] = await Promise.all([app.member(), app.member()]);
  const { id } = await owner.call('POST /api/circles', { body: { name: 'Tea', circleType: 'invite' } });
  await asker.call('POST /api/circles/:id/requests', { params: { id }, body: {} });
  const [request] = await owner.call('GET /api/circles/:id/requests', { params: { id } });
  const answer = (what: 'accept' | 'decline') =>
    owner.call(`POST /api/circles/:id/requests/:rid/${what}`, { params: { id, rid: request?.id ?? '' } });
  return { owner, asker, id, answer };
}

/** An open circle with its owner and two members, the older one first. */
async function shared() {
  app.clock.advance(second);
  const [owner, older, newer] = await Promise.all([app.member(), app.member(), app.member()]);
  const { id } = await owner.call('POST /api/circles', { body: { name: 'Tea', circleType: 'open' } });
  for (const one of [older, newer]) {
    app.clock.advance(second);
    await join(one, id);
  }
  return { owner, older, newer, id };
}

describe('an accepted request to join a circle (D48)', () => {
  it('notifies its sender once, without naming who accepted, also for two concurrent answers', async () => {
    const { asker, owner, id, answer } = await asked();
    await Promise.allSettled([answer('accept'), answer('accept')]);
    expect(await list(asker)).toMatchObject([
      { kind: 'circleAccepted', actor: null, circle: { id, name: 'Tea' }, isRead: false },
    ]);
    expect([await unread(asker), await unread(owner)]).toEqual([1, 0]);
  });

  it('notifies also when the owner is private or separated by a block', async () => {
    const { asker, owner, answer } = await asked();
    await answer('accept');
    await set(owner, { profileVisibility: 'private' });
    expect(await kindsOf(asker)).toEqual(['circleAccepted']);
    await asker.call('POST /api/users/:id/block', { params: { id: owner.id } });
    expect(await kindsOf(asker)).toEqual(['circleAccepted']);
  });

  it('hides the notification after the member left, also when they join again another way', async () => {
    const { asker, owner, id, answer } = await asked();
    await answer('accept');
    await leave(asker, id);
    expect([await kindsOf(asker), await unread(asker)]).toEqual([[], 0]);
    await owner.call('PATCH /api/circles/:id', { params: { id }, body: { circleType: 'open' } });
    app.clock.advance(second);
    await join(asker, id);
    expect(await kindsOf(asker)).toEqual([]);
  });

  it('hides the notification when the circle has ended', async () => {
    const { asker, owner, id, answer } = await asked();
    await answer('accept');
    await owner.call('DELETE /api/circles/:id', { params: { id }, body: { confirm: 'Tea' } });
    expect([await kindsOf(asker), await unread(asker)]).toEqual([[], 0]);
  });

  it('sends no notification when declined, or to a member who joined another way', async () => {
    const { asker, owner, id, answer } = await asked();
    await answer('decline');
    await owner.call('PATCH /api/circles/:id', { params: { id }, body: { circleType: 'open' } });
    await join(asker, id);
    expect(await kindsOf(asker)).toEqual([]);
  });

  it('is not exported, but the membership is', async () => {
    const { asker, answer } = await asked();
    await answer('accept');
    const exported = await asker.call('GET /api/account/export');
    expect(JSON.stringify(exported)).not.toContain('circleAccepted');
  });
});

describe('a circle that passes to another member', () => {
  it('notifies the new owner while they own the circle, and again when it comes back to them', async () => {
    const { owner, older, newer, id } = await shared();
    await Promise.allSettled([handOver(owner, id, older), handOver(owner, id, older)]);
    const told = { kind: 'circleOwner', actor: null, circle: { id, name: 'Tea' }, isRead: false };
    expect([await list(older), await list(owner), await list(newer)]).toMatchObject([[told], [], []]);
    const upTo = app.clock.now().toISOString();
    await older.call('POST /api/notifications/read', { body: { upTo } });
    await handOver(older, id, newer);
    expect([await list(older), await list(newer)]).toMatchObject([[], [told]]);
    app.clock.advance(second);
    await handOver(newer, id, older);
    expect([await list(older), await list(newer)]).toMatchObject([[told], []]);
  });

  it('passes to the oldest admin, or else the oldest member, when its owner’s account is deleted', async () => {
    const { owner, older, newer, id } = await shared();
    await leaveCircle(app.services, idFrom(owner.id));
    expect([await list(older), await kindsOf(newer)]).toMatchObject([
      [{ kind: 'circleOwner', actor: null, circle: { id } }],
      [],
    ]);
    await leaveCircle(app.services, idFrom(older.id));
    expect(await kindsOf(newer)).toEqual(['circleOwner']);
  });
});
