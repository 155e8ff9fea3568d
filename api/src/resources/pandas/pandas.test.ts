import { fixtureId } from '@frens/contract/fixtures';
import { memberPicture } from '@frens/contract/picture-files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '../../clock.ts';
import { newId } from '../../database/ids.ts';
import { findDifferences } from '../../scripts/find-differences.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestClient, type TestMember } from '../../testing/test-app.ts';
import { pandaEntryOf } from './panda-entry.ts';

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
  it('is open to visitors, without owners, newest first, in pages (D47)', async () => {
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

describe('GET /api/pandas with a sort (D65)', () => {
  it('sorts numerically by score or backers, and pages through ties', async () => {
    const word = 'Zinnia';
    const { Panda, PandaEntry } = app.services.db.models;
    const scores = ['99.9', '50.0', '100.0', '50.0', '50.0', '999.9', '50.0'];
    const made: Array<{ id: string; quotient: number; backers: number }> = [];
    for (const [backers, quotient] of scores.entries()) {
      const { pandaId } = await memberWithPanda();
      const changed = { name: `${word} ${backers}`, quotient, uniqueBackers: backers };
      const panda = await Panda.findByIdAndUpdate(pandaId, changed, { returnDocument: 'after' }).lean();
      if (!panda) throw new Error('It was just made.');
      await PandaEntry.replaceOne({ _id: panda._id }, pandaEntryOf(panda));
      made.push({ id: pandaId, quotient: Number(quotient), backers });
    }
    const newerFirst = (one: { id: string }, other: { id: string }) => (one.id < other.id ? 1 : -1);
    const walk = async (query: { q?: string; sort: 'fq' | 'backers' }) => {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await app.visitor().page('GET /api/pandas', { query: { ...query, limit: 1, cursor } });
        ids.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return ids;
    };
    const byScore = made.toSorted((one, other) => other.quotient - one.quotient || newerFirst(one, other));
    for (const q of ['zin', 'zinnia']) {
      expect(await walk({ q, sort: 'fq' })).toEqual(byScore.map(({ id }) => id));
    }
    const all = await walk({ sort: 'fq' });
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((id) => byScore.some((one) => one.id === id))).toEqual(byScore.map(({ id }) => id));
    expect(await walk({ q: word, sort: 'backers' })).toEqual(made.toReversed().map(({ id }) => id));
  });

  it('follows every stake, and finds by the kind after a retaken quiz', async () => {
    const [maya, olu, ben] = [await memberWithPanda(), await memberWithPanda(), await app.member()];
    await app.confirm(ben);
    const placeOf = async (id: string, query: Parameters<typeof find>[0]) =>
      (await find(query)).findIndex((one) => one.id === id);
    const find = (query: { kind?: 'warmth' | 'adventure'; sort?: 'fq' }) =>
      ben.call('GET /api/pandas', { query: { ...query, limit: 200 } });
    const isBefore = async () =>
      (await placeOf(maya.pandaId, { sort: 'fq' })) < (await placeOf(olu.pandaId, { sort: 'fq' }));
    expect(await isBefore()).toBe(false);
    await ben.call('POST /api/stake-bamboo', { body: { pandaId: maya.pandaId, amount: '20' } });
    expect(await isBefore()).toBe(true);

    const answers = ['amplify', 'movement', 'adventure', 'impact', 'mountains', 'challenge', 'explosive'];
    const bold = quizSubmission(Object.fromEntries(answers.map((answer, lab) => [lab + 1, answer])));
    const { signature } = await maya.call('POST /api/vibe-quiz', { body: bold });
    expect(signature.topTrait).toBe('adventure');
    expect(await placeOf(maya.pandaId, { kind: 'adventure' })).toBeGreaterThanOrEqual(0);
    expect(await placeOf(maya.pandaId, { kind: 'warmth' })).toBe(-1);
    const differences = await findDifferences(app.services);
    expect(differences.filter((line) => line.startsWith('pandaSearch'))).toEqual([]);
  });

  it('lists no Panda twice that falls between two pages', async () => {
    const { PandaEntry } = app.services.db.models;
    const ids: string[] = [];
    for (let score = 1; score <= 6; score += 1) {
      const member = await memberWithPanda();
      const { pandaId } = member;
      await member.call('PATCH /api/pandas/:id', {
        params: { id: pandaId },
        body: { name: `Falling ${score}` },
      });
      await PandaEntry.updateOne({ _id: pandaId }, { quotient: score });
      ids.unshift(pandaId);
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { q: 'falling', sort: 'fq' as const, limit: 2, cursor };
      const page = await app.visitor().page('GET /api/pandas', { query });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
      await PandaEntry.updateMany({ _id: { $in: page.items.map(({ id }) => id) } }, { quotient: 0 });
    } while (cursor !== undefined);
    expect(seen).toEqual(ids);
  });

  it('names an invalid choice', async () => {
    await expect(
      app.visitor().call('GET /api/pandas', { query: { sort: 'oldest' as 'fq', kind: 'none' as 'wisdom' } }),
    ).rejects.toMatchObject({
      status: 400,
      fields: { sort: 'Please choose an order', kind: 'Please choose a type' },
    });
    const mark = (value: string) => Buffer.from(`${value}.aaaaaaaaaaaaaaaaaaaaaaaa`).toString('base64url');
    for (const cursor of ['x', mark('1e3'), `${mark('1')}.abc`, `.${mark('1')}`]) {
      await expect(
        app.visitor().call('GET /api/pandas', { query: { sort: 'fq', cursor } }),
      ).rejects.toMatchObject({ status: 400, fields: { cursor: expect.any(String) } });
    }
  });
});

describe('GET /api/pandas/:id', () => {
  it('shows the owner only to viewers who may see the owner (D42)', async () => {
    const [maya, olu] = [await memberWithPanda(), await app.member()];
    const look = () => olu.call('GET /api/pandas/:id', { params: { id: maya.pandaId } });
    expect((await look()).owner).toEqual({
      id: maya.id,
      username: maya.user.username,
      name: maya.user.name,
      profileImage: '',
    });
    await maya.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'friends' } });
    expect(await look()).toMatchObject({ owner: null, isMine: false });
  });

  it('returns 401 for visitors and 404 when it does not exist', async () => {
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
  it('returns posts and milestones newest first, in the caller’s language', async () => {
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
        content: 'Este Panda ya tiene su primer apoyo.',
        engagementScore: '0.0',
      },
      { type: 'post', content: 'Planted garlic.', metadata: { tags: ['garden'] }, isMine: false },
    ]);
  });
});

describe('GET /media/drawings/:name.svg', () => {
  it('draws a Panda from its address alone, and lets every cache keep it for a year', async () => {
    const maya = await memberWithPanda();
    const { imageUrl } = await maya.call('GET /api/pandas/:id', { params: { id: maya.pandaId } });
    expect(imageUrl).toMatch(/^\/media\/drawings\/[0-4]{5}-\d-[0-9a-f]{8}\.svg$/);
    const drawn = await app.visitor().send('GET', imageUrl);
    expect(drawn.status).toBe(200);
    expect(drawn.headers.get('Content-Type')).toContain('image/svg+xml');
    expect(drawn.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(drawn.headers.get('Vary')).not.toContain('Cookie');
    expect(drawn.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(drawn.headers.get('Content-Security-Policy')).toContain('sandbox');
    expect(drawn.headers.get('Content-Encoding')).toBe('gzip');
    expect(await drawn.text()).toMatch(/^<svg /);
  });

  it('is what lists name for every member who shows their Panda', async () => {
    const [maya, viewer] = await Promise.all([memberWithPanda(), app.member()]);
    const { imageUrl } = await viewer.call('GET /api/pandas/:id', { params: { id: maya.pandaId } });
    const listed = (await viewer.call('GET /api/users')).find(({ id }) => id === maya.id);
    expect(listed).toMatchObject({ pandaImage: imageUrl, leadingTrait: 'warmth' });
    expect(memberPicture(await maya.call('GET /api/user')).src).toBe(imageUrl);
    const person = await viewer.call('GET /api/users/:id', { params: { id: maya.id } });
    expect(person.pandaImage).toBe(imageUrl);
  });

  it('changes its address when the drawing changes', async () => {
    const maya = await memberWithPanda();
    const look = () => maya.call('GET /api/pandas/:id', { params: { id: maya.pandaId } });
    const before = (await look()).imageUrl;
    await maya.call('POST /api/vibe-quiz', { body: quizSubmission({ 1: 'amplify', 2: 'movement' }) });
    const after = (await look()).imageUrl;
    expect(after).not.toBe(before);
    // So the owner sees the new face on every page at once.
    expect(memberPicture(await maya.call('GET /api/user')).src).toBe(after);
  });

  it('refuses what no Panda looks like', async () => {
    for (const file of ['01233-1-00000000.svg', '01234-1-00000000', 'x.svg', '..%2f..%2fsecret'])
      expect((await app.visitor().send('GET', `/media/drawings/${file}`)).status).toBe(404);
  });

  it('is the same neutral picture for members without a Panda and for hidden ones (D16)', async () => {
    const maya = await memberWithPanda();
    const [viewer, newcomer] = await Promise.all([app.member(), app.member()]);
    await maya.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'friends' } });
    const { id } = await viewer.call('POST /api/circles', { body: { name: 'Lantern makers' } });
    for (const one of [maya, newcomer])
      await one.call('POST /api/circles/:id/join', { params: { id }, body: {} });
    const rows = await viewer.call('GET /api/circles/:id/members', { params: { id } });
    const shown = rows.filter(({ user }) => [maya.id, newcomer.id].includes(user.id));
    const faces = shown.map(({ user }) => memberPicture(user).src);
    expect(faces).toEqual(['/media/drawings/neutral.svg', '/media/drawings/neutral.svg']);
    expect(JSON.stringify(shown)).not.toContain(maya.pandaId);
    const drawn = async (caller: TestClient) => (await caller.send('GET', faces[0] ?? '')).text();
    const before = await drawn(viewer);
    expect(before).toMatch(/^<svg /);
    // For every viewer, whatever happens to the owner's Panda.
    await maya.call('POST /api/vibe-quiz', { body: quizSubmission({ 1: 'amplify', 2: 'movement' }) });
    for (const caller of [viewer, maya, app.visitor()]) expect(await drawn(caller)).toBe(before);
  });
});

describe('GET /media/pandas/:id.svg', () => {
  it('draws the Panda as it is now, to whoever may see it', async () => {
    const maya = await memberWithPanda();
    const now = await app.visitor().send('GET', `/media/pandas/${maya.pandaId}.svg`);
    expect(now.headers.get('Cache-Control')).toBe('private, no-cache');
    expect(now.headers.get('Vary')).toContain('Cookie');
    const { imageUrl } = await maya.call('GET /api/pandas/:id', { params: { id: maya.pandaId } });
    expect(await now.text()).toBe(await (await app.visitor().send('GET', imageUrl)).text());
    const again = await app.visitor().send('GET', `/media/pandas/${maya.pandaId}.svg`, {
      // Node's fetch bypasses caches when it is given a validator; browsers do not.
      headers: { 'If-None-Match': now.headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
  });

  it('returns 404 when it does not exist', async () => {
    for (const file of [`${fixtureId('nobody', 1)}.svg`, 'x.svg', '..%2f..%2fsecret']) {
      expect((await app.visitor().send('GET', `/media/pandas/${file}`)).status).toBe(404);
    }
  });
});
