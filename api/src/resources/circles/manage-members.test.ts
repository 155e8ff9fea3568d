import { fixtureId } from '@frens/contract/fixtures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const join = (member: TestMember, id: string, inviteCode?: string) =>
  member.call('POST /api/circles/:id/join', { params: { id }, body: { inviteCode } });
const page = (member: TestMember, id: string) => member.call('GET /api/circles/:id', { params: { id } });
const name = (owner: TestMember, id: string, { id: uid }: TestMember, role: 'admin' | 'member') =>
  owner.call('PATCH /api/circles/:id/members/:uid', { params: { id, uid }, body: { role } });
const remove = (keeper: TestMember, id: string, { id: uid }: TestMember) =>
  keeper.call('DELETE /api/circles/:id/members/:uid', { params: { id, uid } });
const ban = (keeper: TestMember, id: string, { id: userId }: TestMember) =>
  keeper.call('POST /api/circles/:id/bans', { params: { id }, body: { userId } });
const lift = (keeper: TestMember, id: string, { id: uid }: TestMember) =>
  keeper.call('DELETE /api/circles/:id/bans/:uid', { params: { id, uid } });
const bans = async (keeper: TestMember, id: string) =>
  (await keeper.page('GET /api/circles/:id/bans', { params: { id }, query: {} })).items.map((one) => one.id);
const notAdmitted = { status: 403, code: 'not_admitted' };
const refused = { status: 403, code: 'forbidden' };

/** A circle with its owner, an admin, another admin and two plain members. */
async function circleOfFive(circleType: 'open' | 'invite' = 'open') {
  const people = await Promise.all(Array.from({ length: 5 }, () => app.member()));
  const [owner, admin, other, olu, ana] = people as [
    TestMember,
    TestMember,
    TestMember,
    TestMember,
    TestMember,
  ];
  const { id } = await owner.call('POST /api/circles', { body: { name: 'Tea' } });
  for (const one of [admin, other, olu, ana]) await join(one, id);
  for (const one of [admin, other]) await name(owner, id, one, 'admin');
  if (circleType !== 'open')
    await owner.call('PATCH /api/circles/:id', { params: { id }, body: { circleType } });
  return { owner, admin, other, olu, ana, id };
}

describe('changing roles (D32)', () => {
  it('allows the owner only, for other members', async () => {
    const { owner, admin, olu, id } = await circleOfFive();
    expect((await page(admin, id)).membership).toBe('admin');
    await name(owner, id, admin, 'member');
    expect((await page(admin, id)).membership).toBe('member');
    for (const one of [admin, olu]) await expect(name(one, id, olu, 'admin')).rejects.toMatchObject(refused);
    await expect(name(owner, id, owner, 'member')).rejects.toMatchObject(refused);
    await expect(name(owner, id, await app.member(), 'admin')).rejects.toMatchObject({ status: 404 });
    const crowned = { params: { id, uid: olu.id }, body: { role: 'owner' } };
    // Bypasses the types: what a stranger could send.
    await expect(owner.call('PATCH /api/circles/:id/members/:uid', crowned as never)).rejects.toMatchObject({
      status: 400,
    });
    expect((await page(owner, id)).membership).toBe('owner');
  });
});

describe('removing members', () => {
  it('allows owner and admins; only the owner removes an admin, nobody the owner', async () => {
    const { owner, admin, other, olu, ana, id } = await circleOfFive();
    await expect(remove(olu, id, ana)).rejects.toMatchObject(refused);
    await expect(remove(admin, id, other)).rejects.toMatchObject(refused);
    await expect(remove(admin, id, owner)).rejects.toMatchObject(refused);
    await expect(remove(owner, id, owner)).rejects.toMatchObject(refused);
    await remove(admin, id, olu);
    await remove(admin, id, olu);
    await remove(owner, id, other);
    expect(await page(olu, id)).toMatchObject({
      membership: 'none',
      memberCount: 3,
      wayIn: { kind: 'join' },
    });
    expect(await join(olu, id)).toMatchObject({ membership: 'member', memberCount: 4 });
  });

  it('removes a member once under concurrent requests', async () => {
    const { owner, admin, other, olu, id } = await circleOfFive();
    await Promise.all([remove(owner, id, olu), remove(admin, id, olu), ban(other, id, olu)]);
    expect((await page(owner, id)).memberCount).toBe(4);
  });
});

describe('banning', () => {
  it('removes the member and prevents joining until it is lifted', async () => {
    const { owner, admin, olu, id } = await circleOfFive('invite');
    const { code } = await owner.call('POST /api/circles/:id/invitations', { params: { id }, body: {} });
    await app.befriend(owner, olu);
    await ban(admin, id, olu);
    await owner.call('POST /api/circles/:id/invitations', { params: { id }, body: { userId: olu.id } });
    const shut = { kind: 'shut', reason: 'not_admitted' };
    expect(await page(olu, id)).toMatchObject({
      membership: 'none',
      memberCount: 4,
      wayIn: shut,
      showsMembers: false,
    });
    expect((await olu.call('GET /api/circles')).find((one) => one.id === id)?.wayIn).toEqual(shut);
    const { circle } = await olu.call('GET /api/circle-invitations/:code', { params: { code: code ?? '' } });
    expect(circle?.wayIn).toEqual(shut);
    await expect(join(olu, id)).rejects.toMatchObject(notAdmitted);
    await expect(join(olu, id, code ?? '')).rejects.toMatchObject(notAdmitted);
    const ask = olu.call('POST /api/circles/:id/requests', { params: { id }, body: {} });
    await expect(ask).rejects.toMatchObject(notAdmitted);
    await lift(admin, id, olu);
    expect((await page(olu, id)).wayIn).toMatchObject({ kind: 'invited' });
    expect(await join(olu, id)).toMatchObject({ membership: 'member' });
  });

  it('ends requests, also of non-members', async () => {
    const { owner, admin, id } = await circleOfFive('invite');
    const eve = await app.member();
    await eve.call('POST /api/circles/:id/requests', { params: { id }, body: {} });
    await ban(admin, id, eve);
    expect((await page(eve, id)).membership).toBe('none');
    const waiting = await owner.page('GET /api/circles/:id/requests', { params: { id }, query: {} });
    expect(waiting.items).toEqual([]);
  });

  it('lists visible banned members for owner and admins, newest first', async () => {
    const { owner, admin, olu, ana, id } = await circleOfFive();
    await ban(owner, id, olu);
    app.clock.advance(1000);
    await ban(admin, id, ana);
    await ban(admin, id, ana);
    expect(await bans(owner, id)).toEqual([ana.id, olu.id]);
    await ana.call('POST /api/users/:id/block', { params: { id: owner.id } });
    expect(await bans(owner, id)).toEqual([olu.id]);
    for (const one of [olu, await app.member()]) {
      await expect(bans(one, id)).rejects.toMatchObject(refused);
      await expect(lift(one, id, olu)).rejects.toMatchObject(refused);
      await expect(ban(one, id, admin)).rejects.toMatchObject(refused);
    }
  });

  it('refuses the owner, oneself, an admin’s ban of an admin, and missing members', async () => {
    const { owner, admin, other, id } = await circleOfFive();
    await expect(ban(admin, id, owner)).rejects.toMatchObject(refused);
    await expect(ban(admin, id, other)).rejects.toMatchObject(refused);
    await expect(ban(admin, id, admin)).rejects.toMatchObject(refused);
    const nobody = { params: { id }, body: { userId: fixtureId('nobody', 1) } };
    await expect(admin.call('POST /api/circles/:id/bans', nobody)).rejects.toMatchObject({ status: 404 });
    await ban(owner, id, other);
    expect(await bans(owner, id)).toEqual([other.id]);
  });

  it('wins over a concurrent join', async () => {
    const { owner, id } = await circleOfFive();
    const eve = await app.member();
    const joining = eve.send('POST', `/api/circles/${id}/join`, { body: {} });
    await ban(owner, id, eve);
    expect([200, 403]).toContain((await joining).status);
    expect((await page(eve, id)).membership).toBe('none');
    expect((await page(owner, id)).memberCount).toBe(5);
  });
});
