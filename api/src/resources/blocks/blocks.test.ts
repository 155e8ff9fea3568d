import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const block = (member: TestMember, { id }: { id: string }) =>
  member.call('POST /api/users/:id/block', { params: { id } });
const unblock = (member: TestMember, { id }: { id: string }) =>
  member.call('DELETE /api/users/:id/block', { params: { id } });
const person = (viewer: TestMember, { id }: { id: string }) =>
  viewer.call('GET /api/users/:id', { params: { id } });
const ask = (from: TestMember, { id }: { id: string }) =>
  from.call('POST /api/connections', { body: { friendId: id } });
const pair = () => Promise.all([app.member(), app.member()]);
const friendCount = async ({ id }: TestMember) =>
  (await app.services.db.models.User.findById(id).lean())?.friendCount;

/** All answers to one member in which another one could appear. */
async function toldTo(viewer: TestMember, pandaId: string): Promise<string> {
  const paths = [
    '/api/users?limit=200',
    '/api/users?q=Hidden',
    '/api/connections',
    '/api/connections/pending',
    '/api/pandas?limit=200',
    `/api/pandas/${pandaId}`,
    `/api/pandas/${pandaId}/stakes`,
    '/api/circles?limit=200',
  ];
  const answers = await Promise.all(paths.map(async (path) => (await viewer.send('GET', path)).text()));
  return answers.join('\n');
}

describe('a block (D23)', () => {
  it('hides both from each other everywhere until it is lifted', async () => {
    const maya = await app.member({ name: 'Hidden Maya' });
    const olu = await app.member({ name: 'Hidden Olu' });
    for (const one of [maya, olu]) await one.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const { pandaId } = await maya.call('GET /api/user');
    for (const one of [maya, olu]) {
      await one.call('POST /api/stake-bamboo', { body: { pandaId: pandaId ?? '', amount: '3' } });
      await one.call('POST /api/circles', { body: { name: `Circle of ${one.id}` } });
    }
    await app.befriend(maya, olu);
    expect(await toldTo(olu, pandaId ?? '')).toContain('Hidden Maya');
    expect(await toldTo(maya, pandaId ?? '')).toContain('Hidden Olu');

    await block(maya, olu);
    for (const [viewer, other] of [
      [maya, olu],
      [olu, maya],
    ] as const) {
      const told = await toldTo(viewer, pandaId ?? '');
      expect(told).not.toContain(other.user.name);
      expect(told).not.toContain(other.id);
      await expect(person(viewer, other)).rejects.toMatchObject({ status: 404 });
      await expect(ask(viewer, other)).rejects.toMatchObject({ status: 404 });
    }

    await unblock(maya, olu);
    expect(await person(olu, maya)).toMatchObject({ relation: 'none', canConnect: true });
  });

  it('answers the blocked member in each call as if the blocker did not exist', async () => {
    const [maya, olu] = await pair();
    const { id } = await ask(olu, maya);
    await block(maya, olu);
    const nobody = 'f'.repeat(24);
    const calls: [method: string, path: (who: string, connection: string) => string, body?: object][] = [
      ['GET', (who) => `/api/users/${who}`],
      ['GET', (who) => `/api/users/${who}/common`],
      ['POST', () => '/api/connections'],
      ['POST', (_who, connection) => `/api/connections/${connection}/accept`],
      ['POST', (_who, connection) => `/api/connections/${connection}/decline`],
      ['DELETE', (_who, connection) => `/api/connections/${connection}`],
      ['POST', (who) => `/api/users/${who}/block`],
      ['DELETE', (who) => `/api/users/${who}/block`],
    ];
    for (const [method, path] of calls) {
      const told = async (who: string, connection: string) => {
        const body = path(who, connection) === '/api/connections' ? { body: { friendId: who } } : {};
        const answer = await olu.send(method, path(who, connection), body);
        return `${method} ${answer.status} ${(await answer.text()).replace(/"requestId":"[^"]*"/, '')}`;
      };
      expect(await told(maya.id, id)).toBe(await told(nobody, nobody));
    }
  });

  it('hides the inviter from the blocked member only', async () => {
    const [maya, olu] = await pair();
    const { url } = await maya.call('POST /api/invite-link');
    const code = new URL(url).searchParams.get('invite') ?? '';
    await block(maya, olu);
    const inviter = async (client: Pick<TestMember, 'call'>) =>
      (await client.call('GET /api/invitations/:code', { params: { code } })).inviter?.name ?? null;
    expect([await inviter(olu), await inviter(app.visitor())]).toEqual([null, maya.user.name]);
  });

  it('ends the friendship for good, and is idempotent', async () => {
    const [maya, olu] = await pair();
    await app.befriend(maya, olu);
    await Promise.all([block(maya, olu), block(maya, olu)]);
    await block(maya, olu);
    expect([await friendCount(maya), await friendCount(olu)]).toEqual([0, 0]);
    expect(await maya.call('GET /api/blocks')).toMatchObject([{ userId: olu.id, name: olu.user.name }]);
    await unblock(maya, olu);
    await unblock(maya, olu);
    expect(await maya.call('GET /api/connections')).toEqual([]);
    expect(await person(maya, olu)).toMatchObject({ relation: 'none' });
    expect((await ask(olu, maya)).status).toBe('pending');
  });

  it('does not reveal a decline when it is lifted (D20)', async () => {
    const told = [];
    for (const isDeclined of [true, false]) {
      const [maya, olu] = await pair();
      const { id } = await ask(olu, maya);
      if (isDeclined) await maya.call('POST /api/connections/:id/decline', { params: { id } });
      await block(olu, maya);
      await unblock(olu, maya);
      const { relation, canConnect, connection } = await person(olu, maya);
      told.push({ relation, canConnect, connection });
    }
    expect(told[0]).toEqual(told[1]);
    expect(told[0]).toEqual({ relation: 'none', canConnect: true, connection: null });
  });

  it('holds until both members have lifted their blocks', async () => {
    const [maya, olu] = await pair();
    await block(maya, olu);
    await block(olu, maya);
    await unblock(maya, olu);
    await expect(person(maya, olu)).rejects.toMatchObject({ status: 404 });
    await unblock(olu, maya);
    expect((await person(maya, olu)).id).toBe(olu.id);
  });

  it('prevents a concurrent request', async () => {
    const [maya, olu] = await pair();
    await Promise.all([block(maya, olu), ask(olu, maya).catch(() => null)]);
    await unblock(maya, olu);
    expect(await maya.call('GET /api/connections/pending')).toEqual([]);
  });

  it('is listed with the names of the time of the block', async () => {
    const [maya, olu] = await pair();
    await block(maya, olu);
    const before = await maya.call('GET /api/blocks');
    await olu.call('PATCH /api/users/:id', { params: { id: olu.id }, body: { name: 'Another Name' } });
    expect(await maya.call('GET /api/blocks')).toEqual(before);
    await block(maya, { id: 'f'.repeat(24) });
    expect((await maya.call('GET /api/blocks'))[0]).toMatchObject({
      username: null,
      name: null,
    });
    expect(await olu.call('GET /api/blocks')).toEqual([]);
  });

  it('refuses visitors, oneself and invalid ids', async () => {
    const maya = await app.member();
    await expect(block(maya, maya)).rejects.toMatchObject({ status: 400 });
    await expect(block(maya, { id: 'nobody' })).rejects.toMatchObject({ status: 404 });
    for (const [method, path] of [
      ['POST', `/api/users/${maya.id}/block`],
      ['DELETE', `/api/users/${maya.id}/block`],
      ['GET', '/api/blocks'],
    ] as const)
      expect((await app.visitor().send(method, path)).status).toBe(401);
  });
});
