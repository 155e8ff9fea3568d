import { fixtureId } from '@frens/contract/fixtures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '../../clock.ts';
import { idFrom } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import { findDifferences } from '../../scripts/find-differences.ts';
import { enrol, type Member } from '../../testing/crowds.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ask = (from: TestMember, to: { id: string }, note?: string) =>
  from.call('POST /api/connections', { body: { friendId: to.id, note } });
const answers = {
  accept: 'POST /api/connections/:id/accept',
  decline: 'POST /api/connections/:id/decline',
} as const;

const act = (member: TestMember, what: 'accept' | 'decline', id: string) =>
  member.call(answers[what], { params: { id } });
const end = (member: TestMember, id: string) =>
  member.call('DELETE /api/connections/:id', { params: { id } });
const pending = (member: TestMember) => member.call('GET /api/connections/pending');
const friends = (member: TestMember) => member.call('GET /api/connections');
const pair = () => Promise.all([app.member(), app.member()]);

describe('POST /api/connections', () => {
  it('creates a request that both sides see, and answers 201 (D20, D22)', async () => {
    const [maya, olu] = await pair();
    const response = await maya.send('POST', '/api/connections', {
      body: { friendId: olu.id, note: ' Hello ' },
    });
    expect(response.status).toBe(201);
    const asked = await response.json();
    expect(asked).toMatchObject({ friendId: olu.id, status: 'pending', direction: 'outgoing' });
    expect(await pending(maya)).toMatchObject([
      { direction: 'outgoing', note: 'Hello', user: { relation: 'outgoing', canConnect: false } },
    ]);
    expect(await pending(olu)).toMatchObject([
      { direction: 'incoming', note: 'Hello', user: { id: maya.id, relation: 'incoming' } },
    ]);
    expect(await friends(maya)).toEqual([]);
  });

  it('accepts the other’s pending request instead, and answers 200', async () => {
    const [maya, olu] = await pair();
    await ask(maya, olu);
    const response = await olu.send('POST', '/api/connections', { body: { friendId: maya.id } });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      status: 'accepted',
      friendId: maya.id,
      direction: 'incoming',
    });
    expect(await friends(maya)).toMatchObject([
      { friendId: olu.id, friend: { relation: 'friend', canConnect: false } },
    ]);
    expect(await pending(olu)).toEqual([]);
  });

  it('refuses visitors, oneself, missing members, repeated requests and friends', async () => {
    const [maya, olu] = await pair();
    const visitor = app.visitor().call('POST /api/connections', { body: { friendId: olu.id } });
    await expect(visitor).rejects.toMatchObject({ status: 401 });
    await expect(ask(maya, maya)).rejects.toMatchObject({
      status: 400,
      fields: { friendId: 'You can’t connect with yourself' },
    });
    await expect(ask(maya, { id: fixtureId('nobody', 1) })).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });
    await expect(ask(maya, { id: 'not-an-id' })).rejects.toMatchObject({ status: 404 });
    await ask(maya, olu);
    await expect(ask(maya, olu)).rejects.toMatchObject({ status: 409, code: 'already_requested' });
    await ask(olu, maya);
    await expect(ask(maya, olu)).rejects.toMatchObject({ status: 409, code: 'already_connected' });
    const response = await maya.send('POST', '/api/connections', {
      body: { friendId: 5, note: 'x'.repeat(301) },
    });
    expect(response.status).toBe(400);
    expect(Object.keys(((await response.json()) as { fields: object }).fields).sort()).toEqual([
      'friendId',
      'note',
    ]);
  });

  it('creates one request under concurrent ones', async () => {
    const [maya, olu] = await pair();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => maya.send('POST', '/api/connections', { body: { friendId: olu.id } })),
    );
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409]);
    expect(await pending(olu)).toHaveLength(1);
  });

  it.runIf(process.env.LONG)(
    'makes one friendship per pair when a hundred pairs ask each other concurrently',
    async () => {
      const crowd: Member[] = [];
      while (crowd.length < 200) crowd.push(await enrol(app.services, app.url));
      const friendOf = (place: number) => crowd[place ^ 1]?.id ?? '';
      const answers = await Promise.all(
        crowd.map((one, place) =>
          one.send('POST', '/api/connections', { body: { friendId: friendOf(place) } }),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(100);
      expect(statuses.filter((status) => status === 200)).toHaveLength(100);
      const { Connection } = app.services.db.models;
      const requesterId = { $in: crowd.map(({ id }) => idFrom(id)) };
      expect(await Connection.countDocuments({ requesterId, status: 'accepted' })).toBe(100);
      expect(await findDifferences(app.services)).toEqual([]);
    },
  );

  it('makes two members friends who ask each other concurrently', async () => {
    const [maya, olu] = await pair();
    const answers = await Promise.all([
      maya.send('POST', '/api/connections', { body: { friendId: olu.id } }),
      olu.send('POST', '/api/connections', { body: { friendId: maya.id } }),
    ]);
    expect(statusesOf(answers)).toEqual([200, 201]);
    expect(await friends(olu)).toHaveLength(1);
  });
});

describe('answering (D21)', () => {
  it('accepts: both are friends, and a second answer is a conflict', async () => {
    const [maya, olu] = await pair();
    const { id } = await ask(maya, olu);
    expect(await act(olu, 'accept', id)).toMatchObject({
      id,
      status: 'accepted',
      direction: 'incoming',
      friendId: maya.id,
    });
    expect(await friends(maya)).toHaveLength(1);
    await expect(act(olu, 'accept', id)).rejects.toMatchObject({ status: 409 });
    await expect(act(olu, 'decline', id)).rejects.toMatchObject({ status: 409 });
  });

  it('lets only the addressee answer', async () => {
    const [maya, olu] = await pair();
    const stranger = await app.member();
    const { id } = await ask(maya, olu);
    for (const what of ['accept', 'decline'] as const) {
      await expect(act(maya, what, id)).rejects.toMatchObject({ status: 404 });
      await expect(act(stranger, what, id)).rejects.toMatchObject({ status: 404 });
      const visitor = app.visitor().call(`POST /api/connections/:id/${what}`, { params: { id } });
      await expect(visitor).rejects.toMatchObject({ status: 401 });
    }
    await expect(end(stranger, id)).rejects.toMatchObject({ status: 404 });
    await expect(end(olu, id)).rejects.toMatchObject({ status: 409 });
    expect(await pending(olu)).toHaveLength(1);
  });

  it('answers 404 for the request of a member who became private, until they are visible again (D16)', async () => {
    const [maya, olu] = await pair();
    const { id } = await ask(maya, olu);
    const show = (profileVisibility: 'private' | 'friends') =>
      maya.call('PATCH /api/privacy-settings', { body: { profileVisibility } });
    await show('private');
    expect(await pending(olu)).toEqual([]);
    for (const what of ['accept', 'decline'] as const) {
      await expect(act(olu, what, id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
    }
    await show('friends');
    expect(await act(olu, 'accept', id)).toMatchObject({ status: 'accepted' });
  });

  it('declines silently: the asker sees it pending for 30 days, then it disappears (D20)', async () => {
    const [maya, olu] = await pair();
    const { id } = await ask(maya, olu);
    expect(await act(olu, 'decline', id)).toMatchObject({ status: 'declined' });
    expect(await pending(olu)).toEqual([]);
    expect(await pending(maya)).toMatchObject([
      { id, direction: 'outgoing', user: { relation: 'outgoing' } },
    ]);
    await expect(ask(maya, olu)).rejects.toMatchObject({ code: 'already_requested' });
    app.clock.advance(30 * day);
    await relogin(maya, olu);
    expect(await pending(maya)).toEqual([]);
    expect((await ask(maya, olu)).status).toBe('pending');
    expect(await pending(olu)).toHaveLength(1);
  });

  it('keeps a decline silent when the asker withdraws the request and asks again', async () => {
    const [maya, olu] = await pair();
    const { id } = await ask(maya, olu);
    await act(olu, 'decline', id);
    await end(maya, id);
    expect(await pending(maya)).toEqual([]);
    expect((await ask(maya, olu)).status).toBe('pending');
    expect(await pending(maya)).toHaveLength(1);
    expect(await pending(olu)).toEqual([]);
  });

  it('keeps a decline of an inviter’s request silent in the export', async () => {
    const [maya, olu] = await pair();
    const { id } = await ask(maya, olu);
    const { Connection } = app.services.db.models;
    await Connection.updateOne({ _id: id }, { source: 'invite' });
    await act(olu, 'decline', id);
    await end(maya, id);
    await ask(maya, olu);
    expect(await Connection.findById(id).lean()).toMatchObject({ source: 'browse' });
  });

  it('lets the member who declined ask at any time', async () => {
    const [maya, olu] = await pair();
    await act(olu, 'decline', (await ask(maya, olu)).id);
    expect(await ask(olu, maya)).toMatchObject({ status: 'pending', direction: 'outgoing' });
    expect(await pending(maya)).toMatchObject([{ direction: 'incoming' }]);
  });

  it('lets a declined asker ask three more times', async () => {
    const [maya, olu] = await pair();
    for (let round = 0; round <= serverLimits.connections.asksPerPair; round += 1) {
      const { id } = await ask(maya, olu);
      await act(olu, 'decline', id);
      app.clock.advance(30 * day);
      await relogin(maya, olu);
    }
    await expect(ask(maya, olu)).rejects.toMatchObject({ status: 403, code: 'requests_closed' });
    const users = await maya.call('GET /api/users', { query: { limit: 200 } });
    expect(users.find((user) => user.id === olu.id)).toMatchObject({ relation: 'none', canConnect: false });
  });

  it('expires a request after 90 days', async () => {
    const [maya, olu] = await pair();
    const { id } = await ask(maya, olu);
    app.clock.advance(90 * day);
    await relogin(maya, olu);
    expect(await pending(maya)).toEqual([]);
    expect(await pending(olu)).toEqual([]);
    await expect(act(olu, 'accept', id)).rejects.toMatchObject({ status: 409 });
    expect((await ask(maya, olu)).status).toBe('pending');
  });
});

describe('DELETE /api/connections/:id', () => {
  it('withdraws a request, which may be sent again', async () => {
    const [maya, olu] = await pair();
    const { id } = await ask(maya, olu);
    expect(await end(maya, id)).toBeUndefined();
    expect(await pending(olu)).toEqual([]);
    await expect(end(maya, id)).rejects.toMatchObject({ status: 409 });
    await ask(maya, olu);
    expect(await pending(olu)).toHaveLength(1);
  });

  it('lets either friend end the friendship', async () => {
    const [maya, olu] = await pair();
    await app.befriend(maya, olu);
    const [friendship] = await friends(olu);
    await end(olu, friendship?.id ?? '');
    expect(await friends(maya)).toEqual([]);
    expect((await ask(maya, olu)).status).toBe('pending');
  });
});

/** Sessions end before a request expires: both sign in again. */
async function relogin(...members: TestMember[]): Promise<void> {
  for (const member of members) {
    await member.call('POST /api/login', {
      body: { username: member.user.username ?? '', password: 'correct horse' },
    });
  }
}

function statusesOf(answers: Response[]): number[] {
  return answers.map((answer) => answer.status).sort((a, b) => a - b);
}
