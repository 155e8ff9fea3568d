import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, minute } from '../../clock.ts';
import { serverLimits } from '../../limits.ts';
import { findDifferences } from '../../scripts/find-differences.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const page = (member: TestMember, id: string) => member.call('GET /api/circles/:id', { params: { id } });
const ask = (member: TestMember, id: string, note = '') =>
  member.call('POST /api/circles/:id/requests', { params: { id }, body: { note } });
const waiting = (member: TestMember, id: string) =>
  member.call('GET /api/circles/:id/requests', { params: { id }, query: {} });
const accept = (member: TestMember, id: string, rid: string) =>
  member.call('POST /api/circles/:id/requests/:rid/accept', { params: { id, rid } });
const decline = (member: TestMember, id: string, rid: string) =>
  member.call('POST /api/circles/:id/requests/:rid/decline', { params: { id, rid } });
const edit = (member: TestMember, id: string, body: Record<string, unknown>) =>
  member.call('PATCH /api/circles/:id', { params: { id }, body });

/** Lets days pass, with visits in between that keep the sessions alive. */
async function pass(days: number, members: TestMember[]): Promise<void> {
  for (let left = days; left > 0; left -= 10) {
    app.clock.advance(Math.min(left, 10) * day);
    for (const member of members) await member.call('GET /api/user');
  }
}

/** An invite circle with its owner, and a non-member. */
async function closed() {
  const [maya, olu] = await Promise.all([app.member(), app.member()]);
  const body = { name: 'Choir', circleType: 'invite' } as const;
  const { id } = await maya.call('POST /api/circles', { body });
  return { maya, olu, id };
}

async function firstOf(maya: TestMember, id: string): Promise<string> {
  const [request] = await waiting(maya, id);
  return request?.id ?? '';
}

describe('POST /api/circles/:id/requests', () => {
  it('creates one request, and shows it to its asker (D29)', async () => {
    const { maya, olu, id } = await closed();
    expect((await page(olu, id)).wayIn).toEqual({ kind: 'ask' });
    const [first] = await Promise.all([ask(olu, id, 'I sing alto.'), ask(olu, id, 'I sing alto.')]);
    expect(first).toMatchObject({ membership: 'requested', wayIn: { kind: 'none' }, memberCount: 1 });
    await ask(olu, id, 'Once more');
    expect(await waiting(maya, id)).toMatchObject([{ user: { id: olu.id }, note: 'I sing alto.' }]);
    const [listed] = await olu.call('GET /api/circles', { query: { q: 'choir', limit: 1 } });
    expect(listed).toMatchObject({ id, membership: 'requested' });
    const members = olu.call('GET /api/circles/:id/members', { params: { id } });
    await expect(members).rejects.toMatchObject({ status: 403 });
  });

  it('refuses a circle that needs no invitation; does nothing for a member', async () => {
    const { maya, olu, id } = await closed();
    expect(await ask(maya, id)).toMatchObject({ membership: 'owner' });
    await edit(maya, id, { circleType: 'open' });
    await expect(ask(olu, id)).rejects.toMatchObject({ status: 409 });
    await expect(ask(olu, id, 'x'.repeat(301))).rejects.toMatchObject({ status: 400 });
  });
});

describe('GET /api/circles/:id/requests', () => {
  it('lists requests for the owner and admins, newest first, without invisible askers', async () => {
    const { maya, olu, id } = await closed();
    const [ana, kit] = await Promise.all([app.member(), app.member()]);
    for (const asker of [olu, ana, kit]) {
      app.clock.advance(minute);
      await ask(asker, id);
    }
    await kit.call('POST /api/users/:id/block', { params: { id: maya.id } });
    expect((await waiting(maya, id)).map(({ user }) => user.id)).toEqual([ana.id, olu.id]);
    await expect(waiting(olu, id)).rejects.toMatchObject({ status: 403 });
    await accept(maya, id, await firstOf(maya, id));
    await expect(waiting(ana, id)).rejects.toMatchObject({ status: 403 });
    const { Membership } = app.services.db.models;
    await Membership.updateOne({ circleId: id, userId: ana.id }, { role: 'admin' });
    expect((await waiting(ana, id)).map(({ user }) => user.id)).toContain(olu.id);
  });
});

describe('answering a request', () => {
  it('accepts once, also when two accept at the same time', async () => {
    const { maya, olu, id } = await closed();
    await ask(olu, id);
    const rid = await firstOf(maya, id);
    const said = await Promise.allSettled([
      accept(maya, id, rid),
      accept(maya, id, rid),
      decline(maya, id, rid),
    ]);
    expect(said.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const after = await page(olu, id);
    expect(['member', 'requested']).toContain(after.membership);
    expect(after.memberCount).toBe(after.membership === 'member' ? 2 : 1);
    expect(await waiting(maya, id)).toEqual([]);
  });

  it('declines silently, and allows to ask again after thirty days', async () => {
    const { maya, olu, id } = await closed();
    const asked = await ask(olu, id);
    await decline(maya, id, await firstOf(maya, id));
    expect(await ask(olu, id)).toEqual(asked);
    expect(await waiting(maya, id)).toEqual([]);
    await pass(serverLimits.circles.askAgainDays - 1, [maya, olu]);
    expect((await page(olu, id)).membership).toBe('requested');
    await pass(2, [maya, olu]);
    expect(await page(olu, id)).toMatchObject({ membership: 'none', wayIn: { kind: 'ask' } });
    await ask(olu, id, 'Still singing.');
    expect(await waiting(maya, id)).toMatchObject([{ note: 'Still singing.' }]);
    await accept(maya, id, await firstOf(maya, id));
    expect(await page(olu, id)).toMatchObject({ membership: 'member', memberCount: 2 });
  });

  it('is allowed once, to the owner and admins of the same circle', async () => {
    const { maya, olu, id } = await closed();
    const other = await closed();
    await ask(olu, id);
    const rid = await firstOf(maya, id);
    await expect(accept(olu, id, rid)).rejects.toMatchObject({ status: 403 });
    await expect(decline(olu, id, rid)).rejects.toMatchObject({ status: 403 });
    await expect(accept(other.maya, other.id, rid)).rejects.toMatchObject({ status: 404 });
    expect(await accept(maya, id, rid)).toMatchObject({ memberCount: 2 });
    await expect(accept(maya, id, rid)).rejects.toMatchObject({ status: 404 });
    await expect(decline(maya, id, rid)).rejects.toMatchObject({ status: 404 });
  });

  it('never overrides a gate, and is obsolete once the circle is open (D30)', async () => {
    const { maya, olu, id } = await closed();
    await ask(olu, id);
    await edit(maya, id, { circleType: 'stake_gated' });
    await expect(accept(maya, id, await firstOf(maya, id))).rejects.toMatchObject({ status: 409 });
    await edit(maya, id, { circleType: 'open' });
    expect((await page(olu, id)).wayIn).toEqual({ kind: 'join' });
    await olu.call('POST /api/circles/:id/join', { params: { id }, body: {} });
    expect(await waiting(maya, id)).toEqual([]);
  });
});

it('keeps every total consistent', async () => {
  expect(await findDifferences(app.services)).toEqual([]);
});
