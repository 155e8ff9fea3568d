import { fixtureId } from '@frens/contract/fixtures';
import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '../../clock.ts';
import { createJobs } from '../../jobs/queue.ts';
import { createWorker } from '../../jobs/worker.ts';
import { serverLimits } from '../../limits.ts';
import { findDifferences } from '../../scripts/find-differences.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestClient, type TestMember } from '../../testing/test-app.ts';
import { eraseCircleHandler } from './erase-circle.ts';

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
const leave = (member: TestMember, id: string) =>
  member.send('DELETE', `/api/circles/${id}/membership`).then(({ status }) => status);
const transferOwnership = (member: TestMember, id: string, heir: TestMember) =>
  member.call('POST /api/circles/:id/owner', { params: { id }, body: { userId: heir.id } });
const end = (member: TestMember, id: string, confirm: string) =>
  member.call('DELETE /api/circles/:id', { params: { id }, body: { confirm } });
const edit = (member: TestMember, id: string, body: Record<string, unknown>) =>
  member.call('PATCH /api/circles/:id', { params: { id }, body });
const listed = async (q: string) => app.visitor().call('GET /api/circles', { query: { q } });

/** A circle with its owner and one member. */
async function shared(name: string, more: Record<string, unknown> = {}) {
  const [maya, olu] = await Promise.all([app.member(), app.member()]);
  const { id } = await create(maya, { name, ...more });
  await join(olu, id);
  return { maya, olu, id };
}

describe('DELETE /api/circles/:id/membership', () => {
  it('leaves once under repeated requests, and allows to join again', async () => {
    const { olu, id } = await shared('Left');
    expect(await Promise.all([leave(olu, id), leave(olu, id), leave(olu, id)])).toEqual([204, 204, 204]);
    expect(await page(olu, id)).toMatchObject({
      memberCount: 1,
      membership: 'none',
      wayIn: { kind: 'join' },
    });
    expect(await join(olu, id)).toMatchObject({ memberCount: 2, membership: 'member' });
  });

  it('refuses the owner, who has to transfer or end the circle (D32)', async () => {
    const { maya, id } = await shared('Kept');
    const left = maya.call('DELETE /api/circles/:id/membership', { params: { id } });
    await expect(left).rejects.toMatchObject({ status: 409, code: 'owner_must_hand_over' });
    expect(await page(maya, id)).toMatchObject({ memberCount: 2, membership: 'owner' });
  });

  it('answers 404 for a missing circle', async () => {
    const maya = await app.member();
    expect(await leave(maya, fixtureId('nobody', 1))).toBe(404);
  });
});

describe('POST /api/circles/:id/owner', () => {
  it('makes another member the owner, and the previous owner an admin who may leave', async () => {
    const { maya, olu, id } = await shared('Handed');
    expect(await transferOwnership(maya, id, olu)).toMatchObject({ ownerId: olu.id, membership: 'admin' });
    expect(await page(olu, id)).toMatchObject({ owner: { id: olu.id }, membership: 'owner' });
    await expect(transferOwnership(maya, id, maya)).rejects.toMatchObject({ status: 403 });
    expect(await leave(maya, id)).toBe(204);
    expect(await page(olu, id)).toMatchObject({ memberCount: 1 });
  });

  it('refuses non-members, blocked members and owners of fifty circles', async () => {
    const { maya, olu, id } = await shared('Not to them');
    await expect(transferOwnership(maya, id, await app.member())).rejects.toMatchObject({ status: 404 });
    const { Circle } = app.services.db.models;
    const own = { name: 'X', circleType: 'open', ownerId: olu.id, memberCount: 0, createdAt: new Date(0) };
    await Circle.insertMany(Array.from({ length: serverLimits.circles.owned }, () => own));
    await expect(transferOwnership(maya, id, olu)).rejects.toMatchObject({
      status: 400,
      fields: { userId: /50/ },
    });
    await Circle.deleteMany({ ownerId: olu.id });
    await maya.call('POST /api/users/:id/block', { params: { id: olu.id } });
    await expect(transferOwnership(maya, id, olu)).rejects.toMatchObject({ status: 404 });
    expect((await page(maya, id)).membership).toBe('owner');
  });

  it('leaves one owner, who is a member, under concurrent transfers and leaving', async () => {
    const { Membership, Circle } = app.services.db.models;
    for (let round = 0; round < (process.env.LONG ? 5 : 2); round += 1) {
      const { maya, olu, id } = await shared('At once');
      const ana = await app.member();
      await join(ana, id);
      await Promise.allSettled([
        transferOwnership(maya, id, olu),
        leave(olu, id),
        transferOwnership(maya, id, ana),
      ]);
      const owners = await Membership.find({ circleId: id, role: 'owner' }).lean();
      expect(owners.map(({ userId }) => String(userId))).toEqual([
        String((await Circle.findById(id).lean())?.ownerId),
      ]);
    }
  });
});

describe('PATCH /api/circles/:id', () => {
  it('changes the given fields only, and updates the search', async () => {
    const { maya, olu, id } = await shared('Before it', { description: 'As it was.' });
    expect(await edit(maya, id, { name: ' Afterwards ' })).toMatchObject({
      name: 'Afterwards',
      description: 'As it was.',
      circleType: 'open',
      memberCount: 2,
    });
    expect(await listed('before it')).toEqual([]);
    expect(await listed('afterwards')).toMatchObject([{ id }]);
    await expect(edit(olu, id, { name: 'Mine' })).rejects.toMatchObject({ status: 403 });
    await expect(edit(maya, id, { name: ' ' })).rejects.toMatchObject({ status: 400 });
  });

  it('changes the type, keeping an existing gate and the members', async () => {
    const { maya, olu, id } = await shared('Changing');
    const { pandaId } = await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const gated = { isPandaGated: true, gatePandaId: null, gateMinAmount: '10.00' };
    expect(await edit(maya, id, { circleType: 'stake_gated' })).toMatchObject(gated);
    expect(await edit(maya, id, { gatePandaId: pandaId, gateMinAmount: '2.5' })).toMatchObject({
      gatePandaId: pandaId,
      gateMinAmount: '2.50',
    });
    expect(await edit(maya, id, { description: 'New', circleType: 'stake_gated' })).toMatchObject({
      gatePandaId: pandaId,
      gateMinAmount: '2.50',
    });
    await expect(edit(maya, id, { gatePandaId: fixtureId('nobody', 1) })).rejects.toMatchObject({
      status: 400,
    });
    const none = { isPandaGated: false, gatePandaId: null, gateMinAmount: null };
    expect(await edit(maya, id, { circleType: 'invite' })).toMatchObject(none);
    expect((await page(olu, id)).membership).toBe('member');
  });

  it('keeps a gate’s Panda that is hidden by now, and accepts no other hidden one', async () => {
    const { maya, olu, id } = await shared('Named before');
    const { pandaId } = await olu.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const gate = { circleType: 'stake_gated', gatePandaId: pandaId } as const;
    await edit(maya, id, gate);
    await app.services.db.models.Panda.updateOne({ _id: pandaId }, { isHidden: true });
    expect(await edit(maya, id, { ...gate, gateMinAmount: '3' })).toMatchObject({
      gatePandaId: pandaId,
      gateMinAmount: '3.00',
    });
    await edit(maya, id, { gatePandaId: null });
    await expect(edit(maya, id, gate)).rejects.toMatchObject({
      status: 400,
      fields: { gatePandaId: 'Please choose a Panda' },
    });
  });
});

describe('DELETE /api/circles/:id', () => {
  it('requires the circle’s name as a confirmation', async () => {
    const { maya, olu, id } = await shared('Sure about it');
    await expect(end(maya, id, 'Not it')).rejects.toMatchObject({
      status: 400,
      fields: { confirm: 'Please type the circle’s name exactly as shown' },
    });
    await expect(end(olu, id, 'Sure about it')).rejects.toMatchObject({ status: 403 });
    expect((await page(olu, id)).membership).toBe('member');
  });

  it('hides the circle at once, everywhere', async () => {
    const { maya, olu, id } = await shared('Gone now');
    await maya.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'friends' } });
    const seesMaya = () => olu.send('GET', `/api/users/${maya.id}`).then(({ status }) => status);
    expect(await seesMaya()).toBe(200);
    await end(maya, id, 'gone now');
    for (const viewer of [maya, olu]) await expect(page(viewer, id)).rejects.toMatchObject({ status: 404 });
    expect(await listed('gone now')).toEqual([]);
    expect(await listed('')).not.toContainEqual(expect.objectContaining({ id }));
    await expect(join(await app.member(), id)).rejects.toMatchObject({ status: 404 });
    expect(await leave(olu, id)).toBe(404);
    const members = olu.call('GET /api/circles/:id/members', { params: { id } });
    await expect(members).rejects.toMatchObject({ status: 404 });
    // An ended circle makes nobody visible.
    expect(await seesMaya()).toBe(404);
    await expect(end(maya, id, 'gone now')).rejects.toMatchObject({ status: 404 });
  });

  it('frees a place in the limits of owned and joined circles', async () => {
    const { maya, olu, id } = await shared('Making room');
    const { Circle, Membership } = app.services.db.models;
    const own = { name: 'X', circleType: 'open', ownerId: maya.id, memberCount: 0, createdAt: new Date(0) };
    await Circle.insertMany(Array.from({ length: serverLimits.circles.owned - 1 }, () => own));
    const seats = Array.from({ length: serverLimits.circles.joined - 1 }, (_, n) => ({
      circleId: fixtureId('some circle', n),
      userId: olu.id,
      role: 'member',
      createdAt: new Date(0),
    }));
    await Membership.insertMany(seats);
    const another = await create(await app.member(), { name: 'Another' });
    await expect(join(olu, another.id)).rejects.toMatchObject({ status: 409 });
    await expect(create(maya, { name: 'One more' })).rejects.toMatchObject({ status: 429 });
    await end(maya, id, 'Making room');
    expect((await join(olu, another.id)).membership).toBe('member');
    expect((await create(maya, { name: 'One more' })).membership).toBe('owner');
    await Promise.all([Circle.deleteMany({ name: 'X' }), Membership.deleteMany({ createdAt: new Date(0) })]);
  });

  it('erases the circle and all memberships after the retention period', async () => {
    const { maya, id } = await shared('Erased');
    const { Circle, Job, Membership } = app.services.db.models;
    const seats = Array.from({ length: 450 }, (_, n) => ({
      circleId: id,
      userId: fixtureId('somebody', n),
      role: 'member',
      createdAt: new Date(0),
    }));
    await Membership.insertMany(seats);
    await Circle.updateOne({ _id: id }, { $inc: { memberCount: seats.length } });
    await end(maya, id, 'Erased');
    const { clock, db, log } = app.services;
    const worker = createWorker({
      Job,
      jobs: createJobs(db.models.Job, clock),
      clock,
      log,
      handlers: [eraseCircleHandler(app.services)],
    });
    app.clock.advance((limits.circles.keptAfterEndDays - 1) * day);
    await worker.runDue();
    expect(await Circle.findById(id).lean()).toMatchObject({ name: 'Erased', memberCount: 452 });
    app.clock.advance(2 * day);
    expect(await worker.runDue()).toBeGreaterThan(0);
    expect(await Circle.findById(id).lean()).toBeNull();
    expect(await Membership.countDocuments({ circleId: id })).toBe(0);
    expect(await worker.runDue()).toBe(0);
    await worker.stop();
  });
});

it('keeps every total consistent', async () => {
  expect(await findDifferences(app.services)).toEqual([]);
});
