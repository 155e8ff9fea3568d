import { createHash } from 'node:crypto';
import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '../../clock.ts';
import { idFrom } from '../../database/ids.ts';
import { makeFriends, personOf, read, takeBack, textsOf, write } from '../../testing/conversations.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const models = () => app.services.db.models;
const block = (from: TestMember, { id }: TestMember) =>
  from.call('POST /api/users/:id/block', { params: { id } });

describe('sending a message (D67)', () => {
  it('reaches the friend, newest first, as plain text with its line breaks', async () => {
    const { maya, olu, id } = await makeFriends(app);
    expect(await personOf(olu, maya)).toMatchObject({ conversation: { id, state: 'open', canAnswer: true } });
    expect(await read(olu, id)).toEqual([]);
    const sent = await write(maya, id, '  Hello <b>Olu</b>,\r\ntea? 🌱 ');
    expect(sent).toMatchObject({ text: 'Hello <b>Olu</b>,\ntea? 🌱', isMine: true });
    app.clock.advance(1000);
    await write(olu, id, 'Yes!');
    expect(await read(olu, id)).toMatchObject([
      { text: 'Yes!', isMine: true },
      { ...sent, isMine: false },
    ]);
    expect(await textsOf(maya, id)).toEqual(['Yes!', sent.text]);
  });

  it('takes 1 to 1,000 characters', async () => {
    const { maya, id } = await makeFriends(app);
    const { max } = limits.messages;
    expect((await write(maya, id, '🌱'.repeat(max))).text).toHaveLength(2 * max);
    for (const text of ['', ' \n ', 'x'.repeat(max + 1), 'a\u0000b'])
      await expect(write(maya, id, text)).rejects.toMatchObject({ status: 400, code: 'invalid' });
    await expect(write(maya, id, '')).rejects.toMatchObject({ fields: { text: 'Please write something' } });
    const notText = await maya.send('POST', `/api/connections/${id}/messages`, { body: { text: ['Hi'] } });
    expect(notText.status).toBe(400);
  });

  it('pages through messages without repeats, also those of the same millisecond', async () => {
    const { maya, olu, id } = await makeFriends(app);
    const rows = Array.from({ length: 25 }, (_, index) => ({
      connectionId: idFrom(id),
      senderId: idFrom(maya.id),
      recipientId: idFrom(olu.id),
      text: `${index}`,
      createdAt: new Date(app.clock.now().getTime() - (index % 3)),
    }));
    await models().FriendMessage.insertMany(rows);
    const list = await olu.call('GET /api/connections/:id/messages', { params: { id } });
    const whole = list.map(({ text }) => text);
    expect(new Set(whole).size).toBe(25);
    const paged: string[] = [];
    let next: string | undefined = `/api/connections/${id}/messages?limit=7`;
    while (next) {
      const response: Response = await olu.send('GET', next);
      const page = (await response.json()) as { text: string }[];
      paged.push(...page.map(({ text }) => text));
      // Messages sent meanwhile do not shift the pages.
      if (paged.length === 7) await write(maya, id, 'Meanwhile');
      next = /<([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
    }
    expect(paged).toEqual(whole);
  });

  it('stores one message per idempotency key, so a double click sends one', async () => {
    const { maya, id } = await makeFriends(app);
    const idempotencyKey = 'one-hello';
    const sent = await Promise.allSettled(
      Array.from({ length: 5 }, () => write(maya, id, 'Once', { idempotencyKey })),
    );
    const answered = sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
    expect(new Set(answered).size).toBe(1);
    expect((await write(maya, id, 'Once', { idempotencyKey })).id).toBe(answered[0]);
    expect(await textsOf(maya, id)).toEqual(['Once']);
    await takeBack(maya, id, answered[0] ?? '');
    await expect(write(maya, id, 'Once', { idempotencyKey })).rejects.toMatchObject({ status: 404 });
    expect(await textsOf(maya, id)).toEqual([]);
  });

  it('lets only the sender delete it, for both', async () => {
    const { maya, olu, id } = await makeFriends(app);
    const { id: mid } = await write(maya, id, 'Oops');
    const other = await makeFriends(app);
    await expect(takeBack(olu, id, mid)).rejects.toMatchObject({ status: 404 });
    await expect(takeBack(other.maya, id, mid)).rejects.toMatchObject({ status: 404 });
    await expect(takeBack(other.maya, other.id, mid)).rejects.toMatchObject({ status: 404 });
    expect(await textsOf(olu, id)).toEqual(['Oops']);
    await maya.call('DELETE /api/connections/:id/messages/:mid', { params: { id, mid } });
    expect([await textsOf(olu, id), await textsOf(maya, id)]).toEqual([[], []]);
    expect(await models().FriendMessage.countDocuments({ _id: mid })).toBe(0);
    await expect(takeBack(maya, id, mid)).rejects.toMatchObject({ status: 404 });
  });

  it('works between friends only', async () => {
    const { maya, id } = await makeFriends(app);
    const stranger = await app.member();
    await write(maya, id, 'Between us');
    for (const wrong of [id, 'f'.repeat(24), 'no-id']) {
      await expect(read(stranger, wrong)).rejects.toMatchObject({ status: 404 });
      await expect(write(stranger, wrong, 'Hi')).rejects.toMatchObject({ status: 404 });
    }
    const request = await stranger.call('POST /api/connections', { body: { friendId: maya.id } });
    for (const one of [stranger, maya]) {
      await expect(read(one, request.id)).rejects.toMatchObject({ status: 404 });
      await expect(write(one, request.id, 'Hi')).rejects.toMatchObject({ status: 404 });
    }
    expect((await personOf(stranger, maya)).conversation).toBeNull();
    expect((await personOf(maya, maya)).conversation).toBeNull();
  });
});

describe('a reported message (D23)', () => {
  const report = (from: TestMember, subjectId: string) =>
    from.call('POST /api/reports', {
      body: { subjectType: 'message', subjectId, reason: 'harassment' },
    });

  it('is hidden from the reporter alone, and can no longer be deleted for moderators', async () => {
    const { maya, olu, id } = await makeFriends(app);
    await write(maya, id, 'Nice');
    const { id: mid } = await write(maya, id, 'Not nice');
    await report(olu, mid);
    expect(await textsOf(olu, id)).toEqual(['Nice']);
    expect(await textsOf(maya, id)).toEqual(['Not nice', 'Nice']);
    await takeBack(maya, id, mid);
    expect(await textsOf(maya, id)).toEqual(['Nice']);
    await expect(takeBack(maya, id, mid)).rejects.toMatchObject({ status: 404 });
    expect(await models().FriendMessage.findById(mid).lean()).toMatchObject({ text: 'Not nice' });
    // A stored withdrawn message would reveal the report.
    expect(JSON.stringify(await maya.call('GET /api/account/export'))).not.toContain('Not nice');
  });

  it('cannot be the reporter’s own', async () => {
    const { maya, id } = await makeFriends(app);
    const { id: mid } = await write(maya, id, 'Mine');
    await expect(report(maya, mid)).rejects.toMatchObject({ status: 400 });
    expect(await textsOf(maya, id)).toEqual(['Mine']);
  });
});

describe('reading a conversation', () => {
  it('changes no stored byte, no answer to the other member, and no mail', async () => {
    const { maya, olu, id } = await makeFriends(app);
    await write(maya, id, 'Hello');
    await write(maya, id, 'Are you there?');
    const stored = async () => {
      const { db } = app.services.db.connection;
      const collections = (await db?.listCollections({}, { nameOnly: true }).toArray()) ?? [];
      const kept = collections.filter(({ name }) => !['rateLimits', 'waitingWriters'].includes(name));
      const documents = kept.map(async ({ name }) => [name, await db?.collection(name).find().toArray()]);
      return JSON.stringify(await Promise.all(documents));
    };
    const told = async () =>
      JSON.stringify([
        await read(maya, id),
        await personOf(maya, olu),
        await maya.call('GET /api/connections'),
        { ...(await maya.call('GET /api/account/export')), madeAt: '' },
      ]);
    const before = [await told(), await stored()];
    await read(olu, id);
    await read(olu, id, { limit: 1 });
    await personOf(olu, maya);
    expect([await told(), await stored()]).toEqual(before);
  });
});

describe('the limit of 200 messages a day (D67)', () => {
  it('is exact under sixty concurrent requests', async () => {
    const { maya, id } = await makeFriends(app);
    await write(maya, id, 'First');
    const { perDay } = limits.messages;
    const { RateLimit } = models();
    const key = createHash('sha256')
      .update(`POST /api/connections/:id/messages 0\n${maya.id}`)
      .digest('base64url');
    expect((await RateLimit.findOneAndUpdate({ key }, { points: perDay - 20 }).lean())?.points).toBe(1);
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => write(maya, id, 'Many')));
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(40);
    for (const reason of refused) expect(reason).toMatchObject({ status: 429 });
    expect(await models().FriendMessage.countDocuments({ connectionId: id })).toBe(21);
    app.clock.advance(day + 1);
    await maya.call('POST /api/login', {
      body: { username: maya.user.username ?? '', password: 'correct horse' },
    });
    await write(maya, id, 'Tomorrow');
  });
});

describe('the export (D46)', () => {
  it('contains both directions, without members separated by a block', async () => {
    const { maya, olu, id } = await makeFriends(app);
    await write(maya, id, 'From Maya');
    await write(olu, id, 'From Olu');
    const { parts } = await maya.call('GET /api/account/export');
    expect(parts.messagesSent?.entries).toMatchObject([{ friendId: olu.id, text: 'From Maya' }]);
    expect(parts.messagesReceived?.entries).toMatchObject([{ friendId: olu.id, text: 'From Olu' }]);
    await block(olu, maya);
    const hidden = await maya.call('GET /api/account/export');
    expect(hidden.parts.messagesReceived?.entries).toEqual([]);
  });
});
