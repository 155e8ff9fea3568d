import { fixtureId } from '@frens/contract/fixtures';
import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '../../clock.ts';
import { enrol } from '../../testing/crowds.ts';
import { startTestApp, type TestApp, type TestClient, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const inviteOnly = (member: TestMember, name = 'Closed door') =>
  member.call('POST /api/circles', { body: { name, circleType: 'invite' } });
const invite = (
  member: TestMember,
  id: string,
  body: { maxUses?: number; days?: number; userId?: string } = {},
) => member.call('POST /api/circles/:id/invitations', { params: { id }, body });
const linkOf = async (member: TestMember, id: string, body: { maxUses?: number; days?: number } = {}) => {
  const made = await invite(member, id, body);
  return { ...made, code: made.code ?? '' };
};
const join = (member: TestMember, id: string, inviteCode?: string) =>
  member.call('POST /api/circles/:id/join', { params: { id }, body: { inviteCode } });
const page = (client: TestClient, id: string) => client.call('GET /api/circles/:id', { params: { id } });
const look = async (client: TestClient, code: string) =>
  (await client.call('GET /api/circle-invitations/:code', { params: { code } })).circle;
const links = async (member: TestMember, id: string) =>
  (await member.page('GET /api/circles/:id/invitations', { params: { id }, query: {} })).items;
const invalid = { status: 403, code: 'invite_invalid' };
const required = { status: 403, code: 'invite_required' };

describe('POST /api/circles/:id/invitations without userId (D30)', () => {
  it('creates a link for 25 uses in 7 days by default; its code is shown once and stored as a hash', async () => {
    const maya = await app.member();
    const { id } = await inviteOnly(maya);
    const made = await linkOf(maya, id);
    expect(made).toMatchObject({ maxUses: 25, uses: 0 });
    expect(Buffer.from(made.code, 'base64url')).toHaveLength(16);
    expect(new URL(made.url ?? '').pathname + new URL(made.url ?? '').search).toBe(
      `/groups?invite=${made.code}`,
    );
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(7 * day);
    const { code: _code, url: _url, ...listed } = made;
    expect(await links(maya, id)).toEqual([listed]);
    const stored = JSON.stringify(await app.services.db.models.CircleLink.find({ circleId: id }).lean());
    expect(stored).not.toContain(made.code);
  });

  it('does not repeat the code to a retry with the idempotency key', async () => {
    const maya = await app.member();
    const { id } = await inviteOnly(maya);
    const send = async () => {
      const headers = { 'Idempotency-Key': 'one-link' };
      return (await maya.send('POST', `/api/circles/${id}/invitations`, { body: {}, headers })).json();
    };
    const first = await send();
    expect(first).toMatchObject({ code: expect.any(String) });
    expect(await send()).toEqual({ ...(first as object), code: null, url: null });
    expect(await links(maya, id)).toHaveLength(1);
  });

  it('rejects numbers out of bounds, at both fields', async () => {
    const maya = await app.member();
    const { id } = await inviteOnly(maya);
    await expect(invite(maya, id, { maxUses: 101, days: 0 })).rejects.toMatchObject({
      status: 400,
      fields: { maxUses: expect.any(String), days: expect.any(String) },
    });
    await expect(invite(maya, id, { maxUses: 1.5 })).rejects.toMatchObject({ status: 400 });
  });

  it('lets owner and admins create, list and revoke links, not members', async () => {
    const [maya, olu, ana] = await Promise.all([app.member(), app.member(), app.member()]);
    const { id } = await inviteOnly(maya);
    const { code, id: iid } = await linkOf(maya, id);
    await join(olu, id, code);
    for (const one of [olu, ana]) {
      await expect(invite(one, id)).rejects.toMatchObject({ status: 403 });
      await expect(links(one, id)).rejects.toMatchObject({ status: 403 });
      const revoke = one.call('DELETE /api/circles/:id/invitations/:iid', { params: { id, iid } });
      await expect(revoke).rejects.toMatchObject({ status: 403 });
    }
    await app.services.db.models.Membership.updateOne({ userId: olu.id }, { role: 'admin' });
    expect(await links(olu, id)).toMatchObject([{ id: iid, uses: 1 }]);
    const other = await inviteOnly(olu, 'Another');
    await olu.call('DELETE /api/circles/:id/invitations/:iid', { params: { id: other.id, iid } });
    expect(await links(olu, id)).toHaveLength(1);
    await olu.call('DELETE /api/circles/:id/invitations/:iid', { params: { id, iid } });
    expect(await links(olu, id)).toEqual([]);
    await expect(join(ana, id, code)).rejects.toMatchObject(invalid);
  });
});

describe('joining by a link', () => {
  it('counts one use for each new member, none for existing ones', async () => {
    const [maya, olu, ana] = await Promise.all([app.member(), app.member(), app.member()]);
    const { id } = await inviteOnly(maya);
    const { code } = await linkOf(maya, id, { maxUses: 1 });
    await expect(join(olu, id)).rejects.toMatchObject(required);
    expect(await join(olu, id, code)).toMatchObject({ membership: 'member', memberCount: 2 });
    expect(await join(olu, id, code)).toMatchObject({ membership: 'member', memberCount: 2 });
    await expect(join(ana, id, code)).rejects.toMatchObject(invalid);
    expect(await links(maya, id)).toMatchObject([{ maxUses: 1, uses: 1 }]);
  });

  it('rejects expired and made-up codes, and those of another circle', async () => {
    const [maya, olu] = await Promise.all([app.member(), app.member()]);
    const [one, other] = [await inviteOnly(maya), await inviteOnly(maya, 'Other')];
    const { code } = await linkOf(maya, one.id, { days: 1 });
    await expect(join(olu, other.id, code)).rejects.toMatchObject(invalid);
    await expect(join(olu, one.id, 'made-up')).rejects.toMatchObject(invalid);
    await expect(join(olu, one.id, '')).rejects.toMatchObject(invalid);
    expect(await links(maya, one.id)).toMatchObject([{ uses: 0 }]);
    app.clock.advance(day);
    await expect(join(olu, one.id, code)).rejects.toMatchObject(invalid);
    expect(await links(maya, one.id)).toEqual([]);
    expect(await look(olu, code)).toBeNull();
  });

  it('passes no stake gate, and is not used up by an attempt', async () => {
    const [maya, olu] = await Promise.all([app.member(), app.member()]);
    const { id } = await maya.call('POST /api/circles', {
      body: { name: 'Gate', circleType: 'stake_gated' },
    });
    const { code } = await linkOf(maya, id);
    await expect(join(olu, id, code)).rejects.toMatchObject({ status: 403, code: 'stake_required' });
    expect(await look(olu, code)).toMatchObject({ wayIn: { kind: 'stake' } });
    expect(await links(maya, id)).toMatchObject([{ uses: 0 }]);
  });

  it('does not work while its maker is neither owner nor admin', async () => {
    const [maya, olu, ana] = await Promise.all([app.member(), app.member(), app.member()]);
    const { id } = await inviteOnly(maya);
    await join(olu, id, (await linkOf(maya, id)).code);
    const { Membership } = app.services.db.models;
    await Membership.updateOne({ userId: olu.id, circleId: id }, { role: 'admin' });
    const { code } = await linkOf(olu, id);
    await Membership.updateOne({ userId: olu.id, circleId: id }, { role: 'member' });
    expect(await look(ana, code)).toBeNull();
    await expect(join(ana, id, code)).rejects.toMatchObject(invalid);
    expect(await links(maya, id)).toHaveLength(1);
  });

  it('settles a pending request of the new member', async () => {
    const [maya, olu] = await Promise.all([app.member(), app.member()]);
    const { id } = await inviteOnly(maya);
    await olu.call('POST /api/circles/:id/requests', { params: { id }, body: {} });
    const { code } = await linkOf(maya, id);
    expect(await look(olu, code)).toMatchObject({ membership: 'requested', wayIn: { kind: 'join' } });
    expect((await page(olu, id)).wayIn).toEqual({ kind: 'none' });
    await join(olu, id, code);
    expect((await maya.page('GET /api/circles/:id/requests', { params: { id }, query: {} })).items).toEqual(
      [],
    );
  });

  it.runIf(process.env.LONG)(
    'lets exactly fifty in of a hundred who come at once, where it is for fifty',
    async () => {
      const maya = await app.member();
      const { id } = await inviteOnly(maya);
      const { code } = await linkOf(maya, id, { maxUses: 50 });
      const crowd = await Promise.all(Array.from({ length: 100 }, () => enrol(app.services, app.url)));
      const answers = await Promise.all(
        crowd.map((one) => one.send('POST', `/api/circles/${id}/join`, { body: { inviteCode: code } })),
      );
      const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
      expect([count(200), count(403)]).toEqual([50, 50]);
      expect((await page(maya, id)).memberCount).toBe(51);
      expect(await links(maya, id)).toMatchObject([{ uses: 50 }]);
    },
  );
});

describe('GET /api/circle-invitations/:code', () => {
  it('shows everybody the circle, and frens the join option; nothing of an ended circle', async () => {
    const [maya, olu] = await Promise.all([app.member(), app.member()]);
    const { id, name } = await inviteOnly(maya);
    const { code } = await linkOf(maya, id);
    expect(await look(app.visitor(), code)).toMatchObject({ id, ownerId: null, wayIn: { kind: 'none' } });
    expect(await look(olu, code)).toMatchObject({ id, membership: 'none', wayIn: { kind: 'join' } });
    expect(await look(maya, code)).toMatchObject({ membership: 'owner', wayIn: { kind: 'none' } });
    expect(await look(olu, 'made-up')).toBeNull();
    await maya.call('DELETE /api/circles/:id', { params: { id }, body: { confirm: name } });
    expect(await look(olu, code)).toBeNull();
    await expect(join(olu, id, code)).rejects.toMatchObject({ status: 404 });
  });
});

describe('inviting a friend in person', () => {
  // Sessions would have expired by then.
  const expire = () => app.services.db.models.CircleInvitation.updateMany({}, { expiresAt: app.clock.now() });

  /** An invite circle with its owner and a member who has a friend outside. */
  async function friends() {
    const [maya, olu, ana] = await Promise.all([app.member(), app.member(), app.member()]);
    const { id } = await inviteOnly(maya);
    await join(olu, id, (await linkOf(maya, id)).code);
    await app.befriend(olu, ana);
    return { maya, olu, ana, id };
  }

  it('shows the friend the inviter, on the page and in the list, and admits them once', async () => {
    const { olu, ana, id } = await friends();
    const made = await invite(olu, id, { userId: ana.id });
    expect(made).toMatchObject({ maxUses: 1, uses: 0, code: null, url: null });
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(14 * day);
    const { name, username } = olu.user;
    const way = {
      kind: 'invited',
      inviter: { name, username, profileImage: '', pandaId: null, pandaImage: null },
    };
    expect((await page(ana, id)).wayIn).toEqual(way);
    expect((await ana.call('GET /api/circles')).find((one) => one.id === id)?.wayIn).toEqual(way);
    expect(await join(ana, id)).toMatchObject({ membership: 'member', memberCount: 3 });
    await ana.call('DELETE /api/circles/:id/membership', { params: { id } });
    await expect(join(ana, id)).rejects.toMatchObject(required);
    await invite(olu, id, { userId: ana.id });
    expect(await join(ana, id)).toMatchObject({ membership: 'member' });
  });

  it('stays declined, silently', async () => {
    const { olu, ana, id } = await friends();
    const first = await invite(olu, id, { userId: ana.id });
    await ana.call('POST /api/circles/:id/invitations/decline', { params: { id } });
    expect((await page(ana, id)).wayIn).toEqual({ kind: 'ask' });
    expect(await invite(olu, id, { userId: ana.id })).toEqual(first);
    await expect(join(ana, id)).rejects.toMatchObject(required);
    await expire();
    await invite(olu, id, { userId: ana.id });
    expect((await page(ana, id)).wayIn).toMatchObject({ kind: 'invited' });
  });

  it('ends with its time, the friendship, a block, or the inviter’s membership', async () => {
    const ends: Array<(world: Awaited<ReturnType<typeof friends>>) => unknown> = [
      () => expire(),
      ({ olu, ana }) => olu.call('POST /api/users/:id/block', { params: { id: ana.id } }),
      ({ olu, ana }) => ana.call('POST /api/users/:id/block', { params: { id: olu.id } }),
      ({ olu, id }) => olu.call('DELETE /api/circles/:id/membership', { params: { id } }),
      async ({ olu }) => {
        const [{ id } = { id: '' }] = await olu.call('GET /api/connections');
        await olu.call('DELETE /api/connections/:id', { params: { id } });
      },
    ];
    for (const end of ends) {
      const world = await friends();
      const { olu, ana, id } = world;
      await invite(olu, id, { userId: ana.id });
      expect((await page(ana, id)).wayIn).toMatchObject({ kind: 'invited' });
      await end(world);
      expect((await page(ana, id)).wayIn, String(end)).toEqual({ kind: 'ask' });
      await expect(join(ana, id)).rejects.toMatchObject(required);
    }
  });

  it('allows members of invite circles to invite friends only', async () => {
    const { maya, olu, ana, id } = await friends();
    await expect(invite(maya, id, { userId: ana.id })).rejects.toMatchObject({ status: 404 });
    await expect(invite(ana, id, { userId: olu.id })).rejects.toMatchObject({ status: 403 });
    await expect(invite(olu, id, { userId: fixtureId('nobody', 1) })).rejects.toMatchObject({ status: 404 });
    const open = await olu.call('POST /api/circles', { body: { name: 'Open' } });
    await expect(invite(olu, open.id, { userId: ana.id })).rejects.toMatchObject({ status: 409 });
  });

  it('allows ten a day', async () => {
    const { olu, id } = await friends();
    const { friendsPerDay } = limits.circleInvitations;
    const others = await Promise.all(Array.from({ length: friendsPerDay + 1 }, () => app.member()));
    for (const one of others) await app.befriend(olu, one);
    const answers = await Promise.all(
      others.map(({ id: userId }) =>
        olu.send('POST', `/api/circles/${id}/invitations`, { body: { userId } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(friendsPerDay);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});
