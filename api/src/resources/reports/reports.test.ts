import type { CallBody } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idFrom, newId } from '../../database/ids.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Body = CallBody<'POST /api/reports'>;
const send = (member: TestMember, body: Omit<Body, 'reason'>) =>
  member.call('POST /api/reports', { body: { reason: 'spam', ...body } });
const pair = () => Promise.all([app.member(), app.member()]);
const person = (viewer: TestMember, { id }: { id: string }) =>
  viewer.call('GET /api/users/:id', { params: { id } });
const found = async (viewer: TestMember, { user }: TestMember) =>
  (await viewer.call('GET /api/users', { query: { q: user.name } })).some(({ id }) => id === user.id);

describe('a report (D23)', () => {
  it('hides a member from the reporter’s lists, but not their page, so that a block can follow', async () => {
    const [maya, olu] = await pair();
    await app.befriend(maya, olu);
    expect(await found(maya, olu)).toBe(true);
    const { id } = await send(maya, { subjectType: 'user', subjectId: olu.id, details: 'Sells watches.' });

    expect(await found(maya, olu)).toBe(false);
    expect(await maya.call('GET /api/connections')).toEqual([]);
    expect(await person(maya, olu)).toMatchObject({ id: olu.id, relation: 'friend' });
    const stored = await app.services.db.models.Report.findById(id).lean();
    expect(stored).toMatchObject({ reason: 'spam', details: 'Sells watches.', subjectType: 'user' });
    expect(await maya.call('GET /api/blocks')).toEqual([]);
  });

  it('changes nothing for the reported member, whose export does not contain it', async () => {
    const [maya, olu] = await pair();
    const told = async () => {
      const parts = await olu.call('GET /api/account/export');
      const answers = [
        await olu.call('GET /api/users'),
        await person(olu, maya),
        await olu.call('GET /api/user'),
      ];
      // The time of the export and the last visit differ.
      return JSON.stringify([answers, { ...parts, createdAt: '' }]);
    };
    const before = await told();
    await send(maya, { subjectType: 'user', subjectId: olu.id, details: 'Not for Olu.' });
    expect(await told()).toBe(before);
    const own = JSON.stringify(await maya.call('GET /api/account/export'));
    expect(own).toContain('Not for Olu.');
  });

  it('also blocks when asked to, even if the report exists already', async () => {
    const [maya, olu] = await pair();
    const first = await send(maya, { subjectType: 'user', subjectId: olu.id });
    const second = await send(maya, { subjectType: 'user', subjectId: olu.id, alsoBlock: true });
    expect(second).toEqual(first);
    expect(await maya.call('GET /api/blocks')).toMatchObject([{ userId: olu.id, name: olu.user.name }]);
    await expect(person(olu, maya)).rejects.toMatchObject({ status: 404 });
  });

  it('is stored once, also under concurrent requests', async () => {
    const [maya, olu] = await pair();
    const body = { subjectType: 'user' as const, subjectId: olu.id };
    const sent = await Promise.all(Array.from({ length: 5 }, () => send(maya, body)));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(await app.services.db.models.Report.countDocuments({ subjectId: olu.id })).toBe(1);
  });

  it('hides a circle, a Panda and a post from the reporter’s lists and searches alone', async () => {
    const [maya, olu] = await pair();
    const circle = await olu.call('POST /api/circles', { body: { name: 'Watches for all' } });
    await olu.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const pandaId = (await olu.call('GET /api/user')).pandaId ?? '';
    const listed = async (viewer: TestMember) => [
      (await viewer.call('GET /api/circles')).some(({ id }) => id === circle.id),
      (await viewer.call('GET /api/circles', { query: { q: 'Watches' } })).some(({ id }) => id === circle.id),
      (await viewer.call('GET /api/pandas')).some(({ id }) => id === pandaId),
    ];
    const posts = (viewer: TestMember) =>
      viewer.call('GET /api/pandas/:id/content', { params: { id: pandaId } });
    const review = { type: 'review', authorId: idFrom(olu.id), text: 'Watches!', cheers: 0 } as const;
    const postId = newId();
    await app.services.db.models.Content.create({
      ...review,
      _id: postId,
      pandaId: idFrom(pandaId),
      tags: [],
      createdAt: app.clock.now(),
    });
    const hasPost = async (viewer: TestMember) =>
      (await posts(viewer)).some(({ id }) => id === String(postId));
    expect(await hasPost(maya)).toBe(true);
    expect(await listed(maya)).toEqual([true, true, true]);

    await send(maya, { subjectType: 'circle', subjectId: circle.id });
    await send(maya, { subjectType: 'panda', subjectId: pandaId });
    await send(maya, { subjectType: 'content', subjectId: String(postId) });
    expect(await listed(maya)).toEqual([false, false, false]);
    expect(await hasPost(maya)).toBe(false);
    expect(await listed(olu)).toEqual([true, true, true]);
    expect(await hasPost(olu)).toBe(true);
    for (const [subjectType, subjectId] of [
      ['circle', circle.id],
      ['panda', pandaId],
      ['content', String(postId)],
      ['user', olu.id],
    ] as const)
      await expect(send(olu, { subjectType, subjectId })).rejects.toMatchObject({ status: 400 });
  });

  it('gets the same answer for a missing, a hidden and a blocking member', async () => {
    const [maya, olu] = await pair();
    await olu.call('POST /api/users/:id/block', { params: { id: maya.id } });
    for (const subjectId of [olu.id, 'f'.repeat(24)])
      for (const subjectType of ['user', 'match'] as const) {
        const body = { subjectType, subjectId, reason: 'other' };
        const answer = await maya.send('POST', '/api/reports', { body });
        expect([answer.status, Object.keys((await answer.json()) as object)]).toEqual([201, ['id']]);
      }
  });

  it('refuses visitors, unknown reasons, long details, and a block without a member', async () => {
    const [maya, olu] = await pair();
    const body = { subjectType: 'user', subjectId: olu.id, reason: 'spam' };
    expect((await app.visitor().send('POST', '/api/reports', { body })).status).toBe(401);
    const refused: [object, string][] = [
      [{ reason: 'boring' }, 'reason'],
      [{ subjectType: 'moon' }, 'subjectType'],
      [{ details: 'x'.repeat(limits.reportDetails.max + 1) }, 'details'],
      [{ subjectType: 'panda', alsoBlock: true }, 'alsoBlock'],
    ];
    for (const [change, field] of refused) {
      const answer = await maya.send('POST', '/api/reports', { body: { ...body, ...change } });
      expect([answer.status, Object.keys(((await answer.json()) as { fields: object }).fields)]).toEqual([
        400,
        [field],
      ]);
    }
    const nobody = await maya.send('POST', '/api/reports', { body: { ...body, subjectId: 'nobody' } });
    expect(nobody.status).toBe(404);
  });
});
