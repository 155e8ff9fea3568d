import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, minute } from '../../clock.ts';
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

const back = (by: TestMember, pandaId: string, amount = '1') =>
  by.call('POST /api/stake-bamboo', { body: { pandaId, amount } });

/** The list a minute later, when the cache has expired. */
async function rising(query: { q?: string; kind?: 'warmth' | 'adventure'; limit?: number } = {}) {
  app.clock.advance(minute);
  const found = await app.visitor().call('GET /api/pandas', { query: { ...query, sort: 'rising' } });
  return found.map(({ id }) => id);
}

describe('GET /api/pandas?sort=rising (D47)', () => {
  it('counts each confirmed backer of the last seven days once, and nobody else', async () => {
    expect(await rising()).toEqual([]);
    const [old, one, two, none] = [
      await memberWithPanda(),
      await memberWithPanda(),
      await memberWithPanda(),
      await memberWithPanda(),
    ];
    const [ana, ben, unconfirmed] = await Promise.all([app.member(), app.member(), app.member()]);
    await app.confirm(ana);
    await app.confirm(ben);
    for (const backer of [ana, ben]) await back(backer, old.pandaId);
    app.clock.advance(8 * day);
    const login = async (member: TestMember) => {
      const again = Object.assign(app.visitor(), { user: member.user, id: member.id });
      const body = { username: member.user.username ?? '', password: 'correct horse' };
      await again.call('POST /api/login', { body });
      return again;
    };
    const [anew, bnew, unew] = [await login(ana), await login(ben), await login(unconfirmed)];
    // Further stakes of the same backer do not count, nor do the owner's own.
    await back(anew, old.pandaId);
    await back(await login(none), none.pandaId);
    await back(anew, one.pandaId);
    await back(anew, one.pandaId);
    await back(anew, two.pandaId);
    await back(bnew, two.pandaId);
    await back(unew, none.pandaId);
    expect(await rising()).toEqual([two.pandaId, one.pandaId]);
    expect(await rising({ limit: 1 })).toEqual([two.pandaId]);
    expect(await rising({ q: 'no such name' })).toEqual([]);

    await app.confirm(unew);
    expect(await rising()).toEqual([two.pandaId, none.pandaId, one.pandaId]);
    app.clock.advance(7 * day);
    expect(await rising()).toEqual([]);
  });
});
