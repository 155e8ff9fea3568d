import type { JoinOption } from '@frens/contract';
import { fixtureId } from '@frens/contract/fixtures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '../../clock.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestClient, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type CircleBody = { name: string } & Record<string, unknown>;
const create = (member: TestMember, body: CircleBody) => member.call('POST /api/circles', { body });
const join = (member: TestMember, id: string) =>
  member.call('POST /api/circles/:id/join', { params: { id }, body: {} });
const page = (client: TestClient, id: string) => client.call('GET /api/circles/:id', { params: { id } });
const members = (client: TestClient, id: string, query: { limit?: number; cursor?: string } = {}) =>
  client.page('GET /api/circles/:id/members', { params: { id }, query });
const block = (member: TestMember, { id }: TestMember) =>
  member.call('POST /api/users/:id/block', { params: { id } });
const hide = (member: TestMember, profileVisibility: 'friends' | 'private') =>
  member.call('PATCH /api/privacy-settings', { body: { profileVisibility } });

async function pandaOf(member: TestMember): Promise<string> {
  const { pandaId } = await member.call('POST /api/vibe-quiz', { body: quizSubmission() });
  return pandaId ?? '';
}

describe('GET /api/circles/:id', () => {
  it('shows visitors the circle without members, and frens its owner (D58)', async () => {
    const [maya, olu] = await Promise.all([app.member(), app.member()]);
    const { id } = await create(maya, { name: 'Kites', description: 'On the hill.' });
    expect(await page(app.visitor(), id)).toMatchObject({
      id,
      name: 'Kites',
      description: 'On the hill.',
      memberCount: 1,
      membership: 'none',
      wayIn: { kind: 'none' },
      ownerId: null,
      owner: null,
      showsMembers: false,
    });
    const { username, name } = maya.user;
    const owner = { id: maya.id, username, name, profileImage: '', pandaId: null };
    const shown = { ownerId: maya.id, owner, showsMembers: true };
    expect(await page(olu, id)).toMatchObject({ ...shown, membership: 'none', wayIn: { kind: 'join' } });
    expect(await page(maya, id)).toMatchObject({ ...shown, membership: 'owner', wayIn: { kind: 'none' } });
  });

  it('does not name an owner who is hidden, or blocked from a member', async () => {
    const [maya, olu, ana] = await Promise.all([app.member(), app.member(), app.member()]);
    const { id } = await create(maya, { name: 'Quiet' });
    await olu.call('POST /api/circles/:id/join', { params: { id }, body: {} });
    await block(olu, maya);
    expect(await page(olu, id)).toMatchObject({ ownerId: null, owner: null });
    await hide(maya, 'private');
    expect(await page(ana, id)).toMatchObject({ ownerId: null, owner: null });
  });

  it('answers 404 for a missing circle', async () => {
    for (const id of [fixtureId('nobody', 1), 'not-an-id'])
      await expect(page(app.visitor(), id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('the join option (D58)', () => {
  /** The join option from the page, which must equal that from the list. */
  async function wayIn(client: TestClient, { id, name }: { id: string; name: string }): Promise<JoinOption> {
    const { wayIn: onPage, gatePanda } = await page(client, id);
    const [listed] = await client.call('GET /api/circles', { query: { q: name } });
    expect(listed?.wayIn).toEqual(onPage);
    expect(listed?.gatePanda).toEqual(gatePanda);
    return onPage;
  }

  it('is asking in an invite circle, and none with an incomplete profile', async () => {
    const [maya, olu] = await Promise.all([app.member(), app.member()]);
    const closed = await create(maya, { name: 'Closed door', circleType: 'invite' });
    const open = await create(maya, { name: 'Open door' });
    expect(await wayIn(olu, closed)).toEqual({ kind: 'ask' });
    expect(await wayIn(olu, open)).toEqual({ kind: 'join' });
    await app.services.db.models.User.updateOne({ _id: olu.id }, { profileComplete: false });
    expect(await wayIn(olu, open)).toEqual({ kind: 'none' });
  });

  it('is the missing stake, then joining, then none', async () => {
    const [maya, olu] = await Promise.all([app.member(), app.member()]);
    const [pandaId, other] = [await pandaOf(maya), await pandaOf(olu)];
    const gate = { circleType: 'stake_gated', gateMinAmount: '10' };
    const one = await create(maya, { ...gate, name: 'Gate of one', gatePandaId: pandaId });
    const any = await create(maya, { ...gate, name: 'Gate of all' });
    const missing = { kind: 'stake', required: '10.00' };
    expect(await wayIn(olu, one)).toEqual({ ...missing, pandaId, current: '0.00' });
    expect((await page(olu, one.id)).gatePanda).toMatchObject({ id: pandaId });
    expect((await page(olu, any.id)).gatePanda).toBeNull();
    await olu.call('POST /api/stake-bamboo', { body: { pandaId: other, amount: '9.99' } });
    expect(await wayIn(olu, one)).toEqual({ ...missing, pandaId, current: '0.00' });
    expect(await wayIn(olu, any)).toEqual({ ...missing, pandaId: null, current: '9.99' });
    await olu.call('POST /api/stake-bamboo', { body: { pandaId, amount: '10' } });
    for (const circle of [one, any]) {
      expect(await wayIn(olu, circle)).toEqual({ kind: 'join' });
      expect(await join(olu, circle.id)).toMatchObject({ membership: 'member', wayIn: { kind: 'none' } });
    }
  });

  it('names no hidden Panda', async () => {
    const [maya, olu] = await Promise.all([app.member(), app.member()]);
    const pandaId = await pandaOf(maya);
    const circle = await create(olu, {
      name: 'Gate to nowhere',
      circleType: 'stake_gated',
      gatePandaId: pandaId,
    });
    const ana = await app.member();
    expect(await wayIn(ana, circle)).toMatchObject({ kind: 'stake', pandaId });
    await app.services.db.models.Panda.updateOne({ _id: pandaId }, { isHidden: true });
    expect(await wayIn(ana, circle)).toEqual({ kind: 'none' });
    expect((await page(ana, circle.id)).gatePanda).toBeNull();
  });
});

describe('GET /api/circles/:id/members', () => {
  it('pages through members with their roles, newest first', async () => {
    const [maya, olu, ana] = await Promise.all([app.member(), app.member(), app.member()]);
    const { id } = await create(maya, { name: 'Many' });
    for (const member of [olu, ana]) {
      app.clock.advance(minute);
      await join(member, id);
    }
    const first = await members(olu, id, { limit: 2 });
    expect(first.items.map((one) => [one.id, one.role])).toEqual([
      [ana.id, 'member'],
      [olu.id, 'member'],
    ]);
    const next = await members(olu, id, { limit: 2, cursor: first.nextCursor ?? '' });
    expect(next).toMatchObject({ items: [{ id: maya.id, role: 'owner', user: { relation: 'none' } }] });
    expect(next.nextCursor).toBeNull();
  });

  it('leaves out blocked and private members (D16, D23)', async () => {
    const [maya, olu, ana] = await Promise.all([app.member(), app.member(), app.member()]);
    const [hidden, friendly] = await Promise.all([app.member(), app.member()]);
    const { id } = await create(maya, { name: 'Apart' });
    for (const member of [olu, ana, hidden, friendly]) await join(member, id);
    await block(olu, ana);
    await hide(hidden, 'private');
    await hide(friendly, 'friends');
    const seen = async (viewer: TestMember) => (await members(viewer, id)).items.map((one) => one.id);
    expect((await seen(olu)).sort()).toEqual([maya.id, olu.id, friendly.id].sort());
    expect((await seen(ana)).sort()).toEqual([maya.id, ana.id, friendly.id].sort());
    // A fren without a common circle does not see members of visibility `friends`.
    expect((await seen(await app.member())).sort()).toEqual([maya.id, olu.id, ana.id].sort());
    expect((await page(olu, id)).memberCount).toBe(5);
  });

  it('is limited to members in an invite circle, to frens elsewhere; refuses visitors (D27)', async () => {
    const [maya, olu] = await Promise.all([app.member(), app.member()]);
    const closed = await create(maya, { name: 'Inner', circleType: 'invite' });
    const open = await create(maya, { name: 'Outer' });
    await expect(members(olu, closed.id)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    expect(await page(olu, closed.id)).toMatchObject({ showsMembers: false });
    expect((await members(maya, closed.id)).items).toHaveLength(1);
    expect((await members(olu, open.id)).items).toHaveLength(1);
    await expect(members(app.visitor(), open.id)).rejects.toMatchObject({ status: 401 });
    await expect(members(olu, fixtureId('nobody', 1))).rejects.toMatchObject({ status: 404 });
  });
});
