import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '../../clock.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const post = (member: TestMember, id: string, text: string) =>
  member.call('POST /api/circles/:id/notices', { params: { id }, body: { text } });
const list = (member: TestMember, id: string, query: { limit?: number; cursor?: string } = {}) =>
  member.page('GET /api/circles/:id/notices', { params: { id }, query });
const texts = async (member: TestMember, id: string) =>
  (await list(member, id)).items.map((post) => post.text);
const remove = (member: TestMember, id: string, nid: string) =>
  member.call('DELETE /api/circles/:id/notices/:nid', { params: { id, nid } });
const refused = { status: 403, code: 'forbidden' };
const absent = { status: 404 };

/** A circle with its owner and two plain members. */
async function circleOfThree() {
  const [maya, olu, ana] = await Promise.all([app.member(), app.member(), app.member()]);
  const { id } = await maya.call('POST /api/circles', { body: { name: 'Soup' } });
  for (const one of [olu, ana]) await one.call('POST /api/circles/:id/join', { params: { id }, body: {} });
  return { maya, olu, ana, id };
}

describe('posts in a circle (D68)', () => {
  it('are written and read by members only, newest first, in pages', async () => {
    const { maya, olu, ana, id } = await circleOfThree();
    const eve = await app.member();
    for (const text of ['One', 'Two\nlines', 'Three']) {
      app.clock.advance(minute);
      await post(olu, id, text);
    }
    const first = await list(ana, id, { limit: 2 });
    expect(first.items).toMatchObject([
      { text: 'Three', author: { id: olu.id, name: olu.user.name }, mentions: [], canDelete: false },
      { text: 'Two\nlines' },
    ]);
    const next = await list(ana, id, { limit: 2, cursor: first.nextCursor ?? '' });
    expect(next).toMatchObject({ items: [{ text: 'One' }], nextCursor: null });
    for (const deed of [() => texts(eve, id), () => post(eve, id, 'Hello')])
      await expect(deed()).rejects.toMatchObject(refused);
    await olu.call('DELETE /api/circles/:id/membership', { params: { id } });
    await expect(texts(olu, id)).rejects.toMatchObject(refused);
    expect(await texts(maya, id)).toHaveLength(3);
  });

  it('have 1 to 2,000 characters', async () => {
    const { maya, id } = await circleOfThree();
    for (const text of ['', ' \n ', 'x'.repeat(limits.circlePosts.max + 1)])
      await expect(post(maya, id, text)).rejects.toMatchObject({
        status: 400,
        fields: { text: expect.any(String) },
      });
    expect(await post(maya, id, 'x'.repeat(limits.circlePosts.max))).toMatchObject({ canDelete: true });
  });

  it('are deleted by their author, also after leaving, and by owner and admins', async () => {
    const { maya, olu, ana, id } = await circleOfThree();
    const [one, two, three] = [
      await post(olu, id, 'One'),
      await post(olu, id, 'Two'),
      await post(ana, id, 'Three'),
    ];
    await expect(remove(ana, id, one.id)).rejects.toMatchObject(absent);
    const other = await ana.call('POST /api/circles', { body: { name: 'Another' } });
    await expect(remove(ana, other.id, one.id)).rejects.toMatchObject(absent);
    await olu.call('DELETE /api/circles/:id/membership', { params: { id } });
    await remove(olu, id, one.id);
    expect((await list(maya, id)).items.map(({ canDelete }) => canDelete)).toEqual([true, true]);
    await remove(maya, id, two.id);
    await expect(remove(maya, id, two.id)).rejects.toMatchObject(absent);
    expect((await list(ana, id)).items).toMatchObject([{ id: three.id, canDelete: true }]);
  });

  it('are left out for invisible authors, and when the reader has reported them', async () => {
    const { maya, olu, ana, id } = await circleOfThree();
    await post(olu, id, 'By Olu');
    const spam = await post(maya, id, 'By Maya');
    await ana.call('POST /api/users/:id/block', { params: { id: olu.id } });
    expect(await texts(ana, id)).toEqual(['By Maya']);
    expect(await texts(maya, id)).toEqual(['By Maya', 'By Olu']);
    const report = { subjectType: 'notice', subjectId: spam.id, reason: 'spam' } as const;
    await ana.call('POST /api/reports', { body: report });
    expect(await texts(ana, id)).toEqual([]);
    await expect(maya.call('POST /api/reports', { body: report })).rejects.toMatchObject({ status: 400 });
    await olu.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'private' } });
    expect(await texts(maya, id)).toEqual(['By Maya']);
  });

  it('link to mentioned members who allow it and are visible to the reader', async () => {
    const { maya, olu, ana, id } = await circleOfThree();
    const name = olu.user.username ?? '';
    const mentions = async (reader: TestMember) => (await list(reader, id)).items[0]?.mentions;
    await post(maya, id, `Thanks @${name.toUpperCase()}! Not @nobody-at-all, nor maya@${name}.`);
    expect(await mentions(ana)).toEqual([name.toUpperCase()]);
    // Of two usernames a mention means the longer one, even without a link.
    const longer = await app.member({ username: `${name}.two` });
    await post(maya, id, `请@${name}さん`);
    expect(await mentions(ana)).toEqual([name]);
    await post(maya, id, `Thanks @${name}.two.`);
    expect(await mentions(ana)).toEqual([`${name}.two`]);
    await longer.call('PATCH /api/privacy-settings', { body: { allowTagging: false } });
    expect(await mentions(ana)).toEqual([]);
    await post(maya, id, `Thanks @${name.toUpperCase()}!`);
    await olu.call('PATCH /api/privacy-settings', { body: { allowTagging: false } });
    expect(await mentions(ana)).toEqual([]);
    await olu.call('PATCH /api/privacy-settings', { body: { allowTagging: true } });
    await olu.call('POST /api/users/:id/block', { params: { id: ana.id } });
    expect(await mentions(ana)).toEqual([]);
    expect(await mentions(maya)).toEqual([name.toUpperCase()]);
  });

  it('are hidden with their circle', async () => {
    const { maya, id } = await circleOfThree();
    await post(maya, id, 'Last one');
    await maya.call('DELETE /api/circles/:id', { params: { id }, body: { confirm: 'Soup' } });
    await expect(texts(maya, id)).rejects.toMatchObject(absent);
  });
});
