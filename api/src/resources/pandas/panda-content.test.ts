import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '../../clock.ts';
import { idFrom, newId } from '../../database/ids.ts';
import { findDifferences } from '../../scripts/find-differences.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';
import { eraseCheers, eraseContent } from './erase-content.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Words = { content?: string; tags?: string[] };
const write = (member: TestMember, id: string, type: 'post' | 'review', words: Words = {}) =>
  member.call('POST /api/pandas/:id/content', {
    params: { id },
    body: { type, content: 'Planted garlic.', ...words },
  });
const list = (member: TestMember, id: string, query: { type?: 'post' | 'review' | 'milestone' } = {}) =>
  member.call('GET /api/pandas/:id/content', { params: { id }, query });
const texts = async (member: TestMember, id: string) =>
  (await list(member, id)).filter(({ type }) => type !== 'milestone').map(({ content }) => content);
const remove = (member: TestMember, id: string, cid: string) =>
  member.call('DELETE /api/pandas/:id/content/:cid', { params: { id, cid } });
const cheer = (member: TestMember, id: string, cid: string) =>
  member.call('PUT /api/pandas/:id/content/:cid/cheer', { params: { id, cid } });
const takeBack = (member: TestMember, id: string, cid: string) =>
  member.call('DELETE /api/pandas/:id/content/:cid/cheer', { params: { id, cid } });
const ownReview = (member: TestMember, id: string) =>
  member.call('GET /api/pandas/:id/own-review', { params: { id } });
const stake = (member: TestMember, pandaId: string) =>
  member.call('POST /api/stake-bamboo', { body: { pandaId, amount: '1' } });
const absent = { status: 404 };

/** A member with a Panda, and another who backs it. */
async function backedPanda() {
  const [maya, olu] = await Promise.all([app.member(), app.member()]);
  const { pandaId } = await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
  const id = pandaId ?? '';
  const { stake: staked } = await stake(olu, id);
  app.clock.advance(minute);
  return { maya, olu, id, stakeId: staked.id };
}

describe('posts and reviews on a Panda (D43)', () => {
  it('lets only the owner post, and stores each tag once', async () => {
    const { maya, olu, id } = await backedPanda();
    const posted = await write(maya, id, 'post', {
      content: ' Two\r\nlines ',
      tags: ['#garden', 'garden', 'niño'],
    });
    expect(posted).toMatchObject({
      type: 'post',
      content: 'Two\nlines',
      metadata: { tags: ['garden', 'niño'] },
      author: { id: maya.id },
      engagementScore: '0.0',
      isMine: true,
      canCheer: false,
    });
    await expect(write(olu, id, 'post')).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    expect(await list(olu, id, { type: 'post' })).toMatchObject([
      { id: posted.id, isMine: false, canCheer: true },
    ]);
  });

  it('lets backers review while they have a stake, but never the owner', async () => {
    const { maya, olu, id, stakeId } = await backedPanda();
    const ana = await app.member();
    const refused = { status: 403, code: 'backer_required' };
    await stake(maya, id);
    for (const one of [maya, ana]) {
      await expect(write(one, id, 'review')).rejects.toMatchObject(refused);
      expect(await ownReview(one, id)).toEqual({ canReview: false, review: null });
    }
    const review = await write(olu, id, 'review');
    expect(await ownReview(olu, id)).toEqual({ canReview: true, review });
    expect(review.isByFormerBacker).toBe(false);
    app.clock.advance(limits.stakes.lockedDays * 24 * 60 * minute);
    await olu.call('POST /api/login', {
      body: { username: olu.user.username ?? '', password: 'correct horse' },
    });
    await olu.call('POST /api/stakes/:id/unstake', { params: { id: stakeId }, body: {} });
    expect(await ownReview(olu, id)).toMatchObject({
      canReview: false,
      review: { id: review.id, isByFormerBacker: true },
    });
    await expect(write(olu, id, 'review')).rejects.toMatchObject(refused);
  });

  it('keeps one review per backer, also under concurrent writes: the newest text, with its cheers and reports', async () => {
    const { maya, olu, id } = await backedPanda();
    const first = await write(olu, id, 'review', { content: 'Kind.' });
    await cheer(maya, id, first.id);
    app.clock.advance(minute);
    const many = Array.from({ length: 8 }, (_, index) =>
      write(olu, id, 'review', { content: `Kind ${index}` }),
    );
    const ids = new Set((await Promise.all(many)).map((one) => one.id));
    expect([...ids]).toEqual([first.id]);
    const reviews = await list(maya, id, { type: 'review' });
    expect(reviews).toMatchObject([{ id: first.id, engagementScore: '1.0', hasCheered: true }]);
    expect(reviews[0]?.content).toMatch(/^Kind \d$/);
    expect(reviews[0]?.createdAt).not.toBe(first.createdAt);
  });

  it('names every invalid field', async () => {
    const { maya, id } = await backedPanda();
    const tooLong = 'x'.repeat(limits.content.max + 1);
    for (const content of ['', ' \n', tooLong, 'bell\u0007'])
      await expect(write(maya, id, 'post', { content })).rejects.toMatchObject({
        status: 400,
        fields: { content: expect.any(String) },
      });
    const tags = [['two words'], ['#'], ['x'.repeat(31)], [...'abcdefghijk']];
    for (const wrong of tags)
      await expect(write(maya, id, 'post', { tags: wrong })).rejects.toMatchObject({ status: 400 });
    const milestone = { type: 'milestone', content: 'Mine' };
    const response = await maya.send('POST', `/api/pandas/${id}/content`, { body: milestone });
    expect(response.status).toBe(400);
    await expect(write(maya, String(newId()), 'post')).rejects.toMatchObject(absent);
  });

  it('lets the author delete an entry, with its cheers', async () => {
    const { maya, olu, id } = await backedPanda();
    const other = await backedPanda();
    const post = await write(maya, id, 'post');
    await cheer(olu, id, post.id);
    await expect(remove(olu, id, post.id)).rejects.toMatchObject(absent);
    await expect(remove(maya, other.id, post.id)).rejects.toMatchObject(absent);
    const [milestone] = await list(maya, id, { type: 'milestone' });
    await expect(remove(maya, id, milestone?.id ?? '')).rejects.toMatchObject(absent);
    await remove(maya, id, post.id);
    await expect(remove(maya, id, post.id)).rejects.toMatchObject(absent);
    expect(await texts(maya, id)).toEqual([]);
    expect(await app.services.db.models.Cheer.countDocuments({ contentId: post.id })).toBe(0);
  });
});

describe('cheers (D43)', () => {
  it('count once per member, also under concurrent requests, and can be removed', async () => {
    const { maya, id } = await backedPanda();
    const { id: cid } = await write(maya, id, 'post');
    const crowd = await Promise.all(Array.from({ length: 8 }, () => app.member()));
    await Promise.all(
      crowd.flatMap((one) => [cheer(one, id, cid), cheer(one, id, cid), cheer(one, id, cid)]),
    );
    const [first, ...others] = crowd;
    const post = async (viewer: TestMember) => (await list(viewer, id, { type: 'post' }))[0];
    expect(await post(maya)).toMatchObject({ engagementScore: '8.0', hasCheered: false, canCheer: false });
    if (!first) throw new Error('Nobody cheered.');
    await Promise.all([takeBack(first, id, cid), takeBack(first, id, cid), takeBack(first, id, cid)]);
    expect(await post(first)).toMatchObject({ engagementScore: '7.0', hasCheered: false });
    expect(await post(others[0] ?? first)).toMatchObject({ hasCheered: true });
    expect(await findDifferences(app.services)).toEqual([]);
    await app.services.db.models.Content.updateOne({ _id: cid }, { $inc: { cheers: 1 } });
    expect(await findDifferences(app.services)).toEqual([`content ${cid}: cheers is 8, computed 7`]);
    await app.services.db.models.Content.updateOne({ _id: cid }, { $inc: { cheers: -1 } });
  });

  it('are refused for one’s own entries and one’s Panda’s milestones', async () => {
    const { maya, olu, id } = await backedPanda();
    const review = await write(olu, id, 'review');
    const [milestone] = await list(maya, id, { type: 'milestone' });
    const told = milestone?.id ?? '';
    const refused = { status: 403 };
    await expect(cheer(olu, id, review.id)).rejects.toMatchObject(refused);
    await expect(cheer(maya, id, told)).rejects.toMatchObject(refused);
    expect(await cheer(maya, id, review.id)).toMatchObject({ engagementScore: '1.0', hasCheered: true });
    expect(await cheer(olu, id, told)).toMatchObject({ engagementScore: '1.0', hasCheered: true });
    await expect(cheer(olu, id, String(newId()))).rejects.toMatchObject(absent);
  });
});

describe('erasing an author (D46)', () => {
  it('deletes their entries, and removes their cheers from the counts of others', async () => {
    const { maya, olu, id } = await backedPanda();
    const ana = await app.member();
    const [post, review] = [await write(maya, id, 'post'), await write(olu, id, 'review')];
    for (const one of [olu, ana]) await cheer(one, id, post.id);
    await cheer(maya, id, review.id);
    const oluId = idFrom(olu.id);
    for (const erase of [
      () => eraseCheers(app.services, oluId),
      () => eraseContent(app.services, { authorId: oluId }),
    ]) {
      expect(await erase()).toBe(true);
      expect(await erase()).toBe(false);
    }
    expect((await list(maya, id)).filter(({ type }) => type !== 'milestone')).toMatchObject([
      { id: post.id, engagementScore: '1.0' },
    ]);
    expect(await app.services.db.models.Cheer.countDocuments({ contentId: review.id })).toBe(0);
    expect(await findDifferences(app.services)).toEqual([]);
  });
});

describe('visibility of entries (D16, D17, D23)', () => {
  it('names authors only to viewers who see them in full, and only if they show their activity', async () => {
    const { maya, olu, id } = await backedPanda();
    await write(olu, id, 'review');
    const author = async () => (await list(maya, id, { type: 'review' }))[0]?.author;
    expect(await author()).toMatchObject({ id: olu.id, username: olu.user.username });
    const set = (body: object) => olu.call('PATCH /api/privacy-settings', { body });
    await set({ activityVisible: false });
    expect(await author()).toBeNull();
    expect((await list(olu, id, { type: 'review' }))[0]?.author).toMatchObject({ id: olu.id });
    await set({ activityVisible: true, profileVisibility: 'friends' });
    expect(await author()).toBeNull();
  });

  it('hides entries between members separated by a block, and reported ones from the reporter', async () => {
    const { maya, olu, id } = await backedPanda();
    const ana = await app.member();
    const review = await write(olu, id, 'review', { content: 'By Olu' });
    await write(maya, id, 'post', { content: 'By Maya' });
    await ana.call('POST /api/users/:id/block', { params: { id: olu.id } });
    expect(await texts(ana, id)).toEqual(['By Maya']);
    await expect(cheer(ana, id, review.id)).rejects.toMatchObject(absent);
    expect((await texts(maya, id)).sort()).toEqual(['By Maya', 'By Olu']);
    const report = { subjectType: 'content', subjectId: review.id, reason: 'spam' } as const;
    await maya.call('POST /api/reports', { body: report });
    expect(await texts(maya, id)).toEqual(['By Maya']);
    // A replacement is the same document, so the reported review stays hidden.
    await write(olu, id, 'review', { content: 'Again' });
    expect(await texts(maya, id)).toEqual(['By Maya']);
    expect((await texts(olu, id)).sort()).toEqual(['Again', 'By Maya']);
    const person = { subjectType: 'user', subjectId: maya.id, reason: 'spam' } as const;
    await olu.call('POST /api/reports', { body: person });
    expect(await texts(olu, id)).toEqual(['Again']);
  });

  it('hides entries removed by moderators from everybody, and prevents their author from restoring them (D23)', async () => {
    const { maya, olu, id } = await backedPanda();
    const review = await write(olu, id, 'review');
    const { Content } = app.services.db.models;
    await Content.updateOne({ _id: review.id }, { $set: { removedAt: app.clock.now() } });
    for (const one of [maya, olu]) expect(await texts(one, id)).toEqual([]);
    expect(await ownReview(olu, id)).toEqual({ canReview: false, review: null });
    await expect(write(olu, id, 'review')).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    await expect(remove(olu, id, review.id)).rejects.toMatchObject(absent);
    await expect(cheer(maya, id, review.id)).rejects.toMatchObject(absent);
  });
});
