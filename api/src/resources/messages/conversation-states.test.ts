import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFriends, personOf, read, takeBack, textsOf, write } from '../../testing/conversations.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const models = () => app.services.db.models;
const end = (from: TestMember, id: string) => from.call('DELETE /api/connections/:id', { params: { id } });
const block = (from: TestMember, { id }: TestMember) =>
  from.call('POST /api/users/:id/block', { params: { id } });
const set = (from: TestMember, body: object) => from.call('PATCH /api/privacy-settings', { body });

describe('a member who turned messages off (D17, D67)', () => {
  it('receives none, may write, and both can still read', async () => {
    const { maya, olu, id } = await makeFriends(app);
    await write(maya, id, 'Before');
    await set(olu, { allowDirectMessages: false });
    await expect(write(maya, id, 'After')).rejects.toMatchObject({ status: 403, code: 'messages_closed' });
    expect(await personOf(maya, olu)).toMatchObject({ conversation: { state: 'closed', canAnswer: true } });
    expect(await personOf(olu, maya)).toMatchObject({ conversation: { state: 'open', canAnswer: false } });
    await write(olu, id, 'From me');
    expect(await textsOf(maya, id)).toEqual(['From me', 'Before']);
    await set(olu, { allowDirectMessages: true });
    await write(maya, id, 'After');
  });
});

describe('a conversation after its friendship', () => {
  it('is read-only until the two are friends again', async () => {
    const { maya, olu, id } = await makeFriends(app);
    await write(maya, id, 'Then');
    await end(olu, id);
    for (const [one, other] of [
      [maya, olu],
      [olu, maya],
    ] as const) {
      expect(await textsOf(one, id)).toEqual(['Then']);
      await expect(write(one, id, 'Now')).rejects.toMatchObject({ status: 409, code: 'friendship_ended' });
      expect(await personOf(one, other)).toMatchObject({
        connection: null,
        conversation: { id, state: 'ended' },
      });
    }
    const { id: same } = await maya.call('POST /api/connections', { body: { friendId: olu.id } });
    expect(same).toBe(id);
    expect(await personOf(maya, olu)).toMatchObject({
      relation: 'outgoing',
      conversation: { state: 'ended' },
    });
    await olu.call('POST /api/connections/:id/decline', { params: { id } });
    // A decline stays invisible here too (D20).
    expect(await personOf(maya, olu)).toMatchObject({
      relation: 'outgoing',
      conversation: { state: 'ended' },
    });
    await olu.call('POST /api/connections', { body: { friendId: maya.id } });
    await maya.call('POST /api/connections/:id/accept', { params: { id } });
    await write(maya, id, 'Again');
    expect(await textsOf(olu, id)).toEqual(['Again', 'Then']);
  });

  it('is absent when nobody wrote in it', async () => {
    const { maya, olu, id } = await makeFriends(app);
    await end(maya, id);
    expect((await personOf(maya, olu)).conversation).toBeNull();
    expect(await read(maya, id)).toEqual([]);
  });

  it('is hidden with a private member, but not with a private friend', async () => {
    const { maya, olu, id } = await makeFriends(app);
    await write(maya, id, 'Then');
    await set(olu, { profileVisibility: 'private' });
    await write(maya, id, 'Still friends');
    await end(maya, id);
    await expect(read(maya, id)).rejects.toMatchObject({ status: 404 });
    expect(await textsOf(olu, id)).toEqual(['Still friends', 'Then']);
  });

  it('is hidden from both by a block, and from the other member by an account deletion', async () => {
    const { maya, olu, id } = await makeFriends(app);
    await write(maya, id, 'Then');
    const { id: own } = await write(olu, id, 'Mine');
    await block(maya, olu);
    for (const one of [maya, olu]) {
      await expect(read(one, id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
      await expect(write(one, id, 'Now')).rejects.toMatchObject({ status: 404 });
    }
    await expect(takeBack(olu, id, own)).rejects.toMatchObject({ status: 404 });

    const two = await makeFriends(app);
    await write(two.maya, two.id, 'Then');
    await two.maya.call('DELETE /api/account', { body: { confirm: two.maya.user.username ?? '' } });
    await expect(read(two.olu, two.id)).rejects.toMatchObject({ status: 404 });
    await expect(write(two.olu, two.id, 'Now')).rejects.toMatchObject({ status: 404 });
  });

  it.each([
    ['an end', 409, end],
    ['a block', 404, (olu: TestMember, _id: string, maya: TestMember) => block(olu, maya)],
  ])('sent at the very moment of %s, a message is there whole or refused', async (_what, status, stop) => {
    const { maya, olu, id } = await makeFriends(app);
    const sent = Array.from({ length: 6 }, (_, n) => write(maya, id, `${n}`).then(({ text }) => text));
    const [stopped, ...results] = await Promise.allSettled([stop(olu, id, maya), ...sent]);
    expect(stopped.status).toBe('fulfilled');
    const answered = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const reason of refused) expect(reason).toMatchObject({ status });
    const stored = (await models().FriendMessage.find({ connectionId: id }).lean()).map(({ text }) => text);
    // A block may win the race between storing and answering; but every answered message is stored.
    expect(stored).toEqual(expect.arrayContaining(answered));
    await expect(write(maya, id, 'Late')).rejects.toMatchObject({ status });
  });
});
