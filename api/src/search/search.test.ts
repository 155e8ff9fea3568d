import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idFrom } from '../database/ids.ts';
import { migrationPlan } from '../migrations/index.ts';
import { friendTerm } from '../resources/connections/friend-terms.ts';
import { findDifferences } from '../scripts/find-differences.ts';
import { startTestApp, type TestApp, type TestMember } from '../testing/test-app.ts';
import { termsOf, termsToFind } from './search-terms.ts';

let app: TestApp;
let viewer: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  viewer = await app.member({ username: 'viewer', name: 'Viewer', occupation: '' });
});
afterAll(() => app.close());

const names = async (query: Record<string, string>) =>
  (await viewer.call('GET /api/users', { query })).map(({ name }) => name).sort();

/** A list's ids, page by page. */
async function pagesOf(path: string, reader = viewer): Promise<string[][]> {
  const pages: string[][] = [];
  for (let next: string | null = path; next; ) {
    const response: Response = await reader.send('GET', next);
    // Safe: test servers validate responses against the contract.
    const page = (await response.json()) as Array<{ id: string }>;
    pages.push(page.map(({ id }) => id));
    next = /<([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1] ?? null;
  }
  return pages;
}

describe('search terms', () => {
  it('are all distinct case-folded n-grams of one to three letters', () => {
    expect(termsOf(['Ñaña']).sort()).toEqual(['', 'a', 'an', 'ana', 'n', 'na', 'nan']);
  });

  it('of a longer text are its trigrams; of a short one itself', () => {
    expect(termsToFind('anna')).toEqual(['ann', 'nna']);
    expect(termsToFind('an')).toEqual(['an']);
    expect(termsToFind('👩‍🌾a')).toHaveLength(2);
  });
});

describe('searching members (D18, D65)', () => {
  beforeAll(async () => {
    await app.member({
      username: 'jose',
      name: 'José Ñandú',
      occupation: 'Gärtner',
      age: 24,
      gender: 'male',
    });
    await app.member({ username: 'anna', name: 'Anna Xiu', occupation: 'Straßenbahn', age: 40 });
    const { id } = await app.member({ username: 'jean', name: 'Jean-Luc O’Hœur', interests: ['Guðrún'] });
    // As an earlier release stored it.
    const { connection, models } = app.services.db;
    await models.MemberEntry.updateOne({ _id: id }, { text: 'jean-luc', terms: ['', 'n-l'], facets: [] });
    await migrationPlan.migrations.find(({ version }) => version === 13)?.run({ models, connection });
  });

  it.each([
    ['x', ['Anna Xiu']],
    ['ÑAN', ['José Ñandú']],
    ['na', ['Anna Xiu', 'José Ñandú']],
    ['ndu', ['José Ñandú']],
    ['gartner', ['José Ñandú']],
    ['STRASSE', ['Anna Xiu']],
    ['a xi', ['Anna Xiu']],
    ['luc o', ['Jean-Luc O’Hœur']],
    ["O'HOEUR", ['Jean-Luc O’Hœur']],
    // All n-grams match, but in another order, or across two fields.
    ['nnan', []],
    ['xiustr', []],
    ['.*', []],
  ])('finds by %s', async (q, found) => {
    expect(await names({ q })).toEqual(found);
  });

  it('combines text and filters', async () => {
    expect(await names({ q: 'luc', interest: 'gudrun' })).toEqual(['Jean-Luc O’Hœur']);
    expect(await names({ q: 'an', gender: 'male' })).toEqual(['José Ñandú']);
    expect(await names({ q: 'anna', ageBand: '18-25' })).toEqual([]);
    expect(await names({ gender: 'male', ageBand: '18-25' })).toEqual(['José Ñandú']);
  });

  it('follows a changed name, a hidden age, and a profile that becomes private', async () => {
    const member = await app.member({ username: 'mover', name: 'Zoltan', age: 50 });
    await member.call('PATCH /api/users/:id', { params: { id: member.id }, body: { name: 'Quentin' } });
    expect(await names({ q: 'zoltan' })).toEqual([]);
    expect(await names({ q: 'quent' })).toEqual(['Quentin']);
    await member.call('PATCH /api/privacy-settings', { body: { ageVisible: false } });
    expect(await names({ q: 'quent', ageBand: '46+' })).toEqual([]);
    await member.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'private' } });
    expect(await names({ q: 'quent' })).toEqual([]);
  });
});

describe('pages', () => {
  it('are full despite hidden members between, and lead to all of the others', async () => {
    const open: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      app.clock.advance(1000);
      const member = await app.member({ name: `Pagewise ${n}` });
      if (n % 3 === 0) open.unshift(member.id);
      else await member.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'friends' } });
    }
    const pages = await pagesOf('/api/users?q=pagewise&limit=3');
    expect(pages.map(({ length }) => length)).toEqual([3, 1]);
    expect(pages.flat()).toEqual(open);
  });

  it('read profiles for friends only through friendships, at their positions', async () => {
    const all: TestMember[] = [];
    for (let n = 0; n < 6; n += 1) {
      app.clock.advance(1000);
      all.unshift(await app.member({ name: `Sidewise ${n}`, gender: n === 2 ? 'male' : 'female' }));
    }
    const [, one, , other, stranger] = all as [TestMember, TestMember, TestMember, TestMember, TestMember];
    await app.befriend(viewer, one);
    await app.befriend(viewer, other);
    for (const { id, call } of [one, other, stranger]) {
      await call('PATCH /api/privacy-settings', { body: { profileVisibility: 'friends' } });
      const terms = id === stranger.id ? [] : [friendTerm(idFrom(viewer.id))];
      expect(await app.services.db.models.MemberEntry.findById(id).lean()).toMatchObject({ terms });
    }
    const seen = all.filter((member) => member !== stranger).map(({ id }) => id);
    expect(await pagesOf('/api/users?q=sidewise&limit=2')).toEqual([
      seen.slice(0, 2),
      seen.slice(2, 4),
      seen.slice(4),
    ]);
    expect(await pagesOf('/api/users?q=sidewise&gender=male')).toEqual([[other.id]]);
    expect(await pagesOf('/api/users?q=sidewise&limit=2', stranger)).toEqual(
      [all.filter((member) => ![one, other, stranger].includes(member)).map(({ id }) => id)].flatMap(
        (ids) => [ids.slice(0, 2), ids.slice(2)],
      ),
    );
    // A new or ended friendship takes effect at the next request, also in Browse without a search.
    await app.befriend(stranger, viewer);
    const friends = await viewer.call('GET /api/connections');
    const ended = friends.find(({ friendId }) => friendId === one.id);
    await viewer.call('DELETE /api/connections/:id', { params: { id: ended?.id ?? '' } });
    const now = all.filter((member) => member !== one).map(({ id }) => id);
    expect((await pagesOf('/api/users?q=sidewise')).flat()).toEqual(now);
    expect((await pagesOf('/api/users')).flat().filter((id) => all.some((one) => one.id === id))).toEqual(
      now,
    );
    expect(await findDifferences(app.services)).toEqual([]);
  });

  it('separate rows of one millisecond', async () => {
    for (const name of ['Tie one', 'Tie two', 'Tie three'])
      await viewer.call('POST /api/circles', { body: { name } });
    const first = await viewer.send('GET', '/api/circles?q=tie%20&limit=2');
    const next = /<([^>]*)>/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
    // Safe: test servers validate responses against the contract.
    const ids = [...((await first.json()) as Array<{ id: string }>)];
    ids.push(...((await (await viewer.send('GET', next)).json()) as Array<{ id: string }>));
    expect(new Set(ids.map(({ id }) => id)).size).toBe(3);
  });
});
