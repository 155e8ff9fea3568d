import { fixtureId } from '@frens/contract/fixtures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '../../clock.ts';
import { newId } from '../../database/ids.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function memberWithPanda(): Promise<TestMember & { pandaId: string }> {
  const member = await app.member();
  const { pandaId } = await member.call('POST /api/vibe-quiz', { body: quizSubmission() });
  return Object.assign(member, { pandaId });
}

describe('GET /api/pandas', () => {
  it('is open to visitors, without owners, newest first and by pages (D47)', async () => {
    const [older, newer] = [await memberWithPanda(), (app.clock.advance(minute), await memberWithPanda())];
    const visitor = app.visitor();
    const all = await visitor.call('GET /api/pandas');
    expect(all.map((panda) => panda.id).slice(0, 2)).toEqual([newer.pandaId, older.pandaId]);
    expect(all.every((panda) => panda.owner === null && !panda.isMine)).toBe(true);
    const page = await visitor.page('GET /api/pandas', { query: { limit: 1 } });
    const next = await visitor.page('GET /api/pandas', {
      query: { limit: 1, cursor: page.nextCursor ?? '' },
    });
    expect([...page.items, ...next.items]).toEqual(all.slice(0, 2));
  });
});

describe('GET /api/pandas/:id', () => {
  it('shows the owner only to those who may see the owner (D42)', async () => {
    const [maya, olu] = [await memberWithPanda(), await app.member()];
    const look = () => olu.call('GET /api/pandas/:id', { params: { id: maya.pandaId } });
    expect((await look()).owner).toEqual({
      id: maya.id,
      username: maya.user.username,
      name: maya.user.name,
      profileImage: '',
    });
    await maya.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'private' } });
    expect(await look()).toMatchObject({ owner: null, isMine: false });
  });

  it('is 401 for visitors and 404 for what does not exist', async () => {
    const { pandaId } = await memberWithPanda();
    const olu = await app.member();
    for (const key of [
      'GET /api/pandas/:id',
      'GET /api/pandas/:id/stakes',
      'GET /api/pandas/:id/content',
    ] as const) {
      await expect(app.visitor().call(key, { params: { id: pandaId } })).rejects.toMatchObject({
        status: 401,
      });
      for (const id of [fixtureId('nobody', 1), 'not-an-id', '../users', '%']) {
        await expect(olu.call(key, { params: { id } })).rejects.toMatchObject({
          status: 404,
          code: 'not_found',
        });
      }
    }
  });
});

describe('GET /api/pandas/:id/content', () => {
  it('tells posts and milestones newest first, in the caller’s language', async () => {
    const [maya, olu] = [await memberWithPanda(), await app.member()];
    await app.services.db.models.Content.create({
      _id: newId(),
      pandaId: maya.pandaId,
      authorId: maya.id,
      type: 'post',
      text: 'Planted garlic.',
      tags: ['garden'],
      createdAt: app.clock.now(),
    });
    app.clock.advance(minute);
    await olu.call('POST /api/stake-bamboo', { body: { pandaId: maya.pandaId, amount: '1' } });
    const response = await olu.send('GET', `/api/pandas/${maya.pandaId}/content`, {
      headers: { 'Accept-Language': 'es' },
    });
    expect(await response.json()).toMatchObject([
      {
        type: 'milestone',
        content: 'La primera persona ya apoya a este Panda.',
        engagementScore: '0.0',
      },
      { type: 'post', content: 'Planted garlic.', metadata: { tags: ['garden'] }, isMine: false },
    ]);
  });
});

describe('GET /media/pandas/:id.svg', () => {
  it('draws the Panda, for a year under its versioned address', async () => {
    const maya = await memberWithPanda();
    const { imageUrl } = await maya.call('GET /api/pandas/:id', { params: { id: maya.pandaId } });
    const pinned = await app.visitor().send('GET', imageUrl);
    expect(pinned.status).toBe(200);
    expect(pinned.headers.get('Content-Type')).toContain('image/svg+xml');
    expect(pinned.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(pinned.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(pinned.headers.get('Content-Security-Policy')).toContain('sandbox');
    expect(await pinned.text()).toMatch(/^<svg /);
    const plain = await app.visitor().send('GET', `/media/pandas/${maya.pandaId}.svg`);
    expect(plain.headers.get('Cache-Control')).toBe('no-cache');
    const again = await app.visitor().send('GET', `/media/pandas/${maya.pandaId}.svg`, {
      // Node's fetch asks caches to stand aside when it is given a validator; browsers do not.
      headers: { 'If-None-Match': plain.headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
  });

  it('changes its address when the drawing changes', async () => {
    const maya = await memberWithPanda();
    const look = () => maya.call('GET /api/pandas/:id', { params: { id: maya.pandaId } });
    const before = (await look()).imageUrl;
    await maya.call('POST /api/vibe-quiz', { body: quizSubmission({ 1: 'amplify', 2: 'movement' }) });
    expect((await look()).imageUrl).not.toBe(before);
    expect((await app.visitor().send('GET', before)).headers.get('Cache-Control')).toBe('no-cache');
  });

  it('is 404 for what does not exist', async () => {
    for (const file of [`${fixtureId('nobody', 1)}.svg`, 'x.svg', '..%2f..%2fsecret']) {
      expect((await app.visitor().send('GET', `/media/pandas/${file}`)).status).toBe(404);
    }
  });
});
