import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDifferences } from '../../scripts/find-differences.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { mailsOf } from '../../testing/news.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function introduced() {
  const [ana, maya, olu] = await Promise.all([app.member(), app.member(), app.member()]);
  for (const one of [maya, olu]) await app.befriend(ana, one);
  const { id } = await ana.call('POST /api/matches', { body: { user1Id: maya.id, user2Id: olu.id } });
  return { ana, maya, olu, id };
}
const answer = (member: TestMember, what: 'accept' | 'decline', id: string, key?: string) =>
  member.send('POST', `/api/matches/${id}/${what}`, key ? { headers: { 'Idempotency-Key': key } } : {});

describe('a first acceptance (D25)', () => {
  it('changes no byte of the answers to the other party, the matchmaker and everybody else', async () => {
    const { ana, maya, olu, id } = await introduced();
    const stranger = await app.member();
    // Maya is visible only through the introduction: that visibility must not reveal an answer either.
    await maya.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'friends' } });
    const pandas = await Promise.all(
      [ana, maya, olu].map((one) => one.call('POST /api/vibe-quiz', { body: quizSubmission() })),
    );
    const addresses = [
      'matches matches/matchmaker connections connections/pending users user wallet wallet/ledger'.split(' '),
      'home users?sort=for-you matches/candidates circles blocks stakes pandas notifications'.split(' '),
      [ana, maya, olu].flatMap((one) => [
        `users/${one.id}`,
        `users/${one.id}/common`,
        `matches/candidates?friendId=${one.id}`,
      ]),
      pandas.map(({ pandaId }) => `pandas/${pandaId}`),
    ].flat();
    const everything = async (readers: TestMember[]) => {
      const told: string[] = [];
      for (const reader of readers) {
        const read = async (address: string) => {
          const response = await reader.send('GET', `/api/${address}`);
          const body = (await response.text()).replace(/"requestId":"[^"]*"/, '');
          return `${reader.user.username} ${address}: ${response.status} ${body}`;
        };
        told.push(...(await Promise.all(addresses.map(read))));
        const { parts } = await reader.call('GET /api/account/export');
        // Exports contain the count of exports.
        told.push(`${reader.user.username} export: ${JSON.stringify({ ...parts, requestLimits: null })}`);
        told.push(`${reader.user.username} mails: ${JSON.stringify(await mailsOf(app, reader))}`);
      }
      return told;
    };
    const others = [olu, ana, stranger];
    const before = await everything(others);
    expect((await answer(maya, 'accept', id)).status).toBe(200);
    expect(await everything(others)).toEqual(before);
    // Control: the comparison detects the second acceptance.
    expect((await answer(olu, 'accept', id)).status).toBe(200);
    const after = await everything([olu]);
    expect(after).not.toEqual(before.slice(0, after.length));
  });
});

describe('concurrent answers', { timeout: 300_000 }, () => {
  it('creates, counts and rewards one friendship when both accept concurrently', async () => {
    const [ana, hub] = await Promise.all([app.member(), app.member()]);
    await app.befriend(ana, hub);
    for (let round = 0; round < 5; round += 1) {
      const other = await app.member();
      const { id } = await ana.call('POST /api/matches', { body: { user1Id: hub.id, user2Id: other.id } });
      // Each of them twice with one idempotency key, like a page that retries.
      const answers = await Promise.all(
        [hub, other].flatMap((one) => [1, 2].map(() => answer(one, 'accept', id, `yes ${id}`))),
      );
      for (const { status } of answers) expect([200, 409]).toContain(status);
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
      expect(await other.call('GET /api/connections')).toMatchObject([{ friendId: hub.id }]);
      const again = await answer(other, 'accept', id, `yes ${id}`);
      expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    }
    expect(await ana.call('GET /api/wallet')).toMatchObject({ balance: '125.00' });
    expect(await findDifferences(app.services)).toEqual([]);
  });

  it('lets exactly one of an acceptance and a concurrent decline, block or withdrawal win', async () => {
    for (const what of ['no', 'block', 'withdrawal', 'end'] as const) {
      const { ana, maya, olu, id } = await introduced();
      await answer(maya, 'accept', id);
      const against = {
        no: () => answer(maya, 'decline', id),
        block: () => maya.send('POST', `/api/users/${olu.id}/block`),
        withdrawal: () => ana.send('DELETE', `/api/matches/${id}`),
        end: () => maya.send('DELETE', '/api/account', { body: { confirm: maya.user.username } }),
      }[what];
      const [yes] = await Promise.all([answer(olu, 'accept', id), against()]);
      expect([200, 404, 409]).toContain(yes.status);
      const match = await app.services.db.models.Match.findById(id).lean();
      const paid = (await ana.call('GET /api/wallet/ledger')).filter(({ kind }) => kind === 'match');
      expect(paid).toHaveLength(match?.status === 'accepted' ? 1 : 0);
      // Ana, and Maya after an acceptance, unless a block has ended a friendship.
      const friends = await olu.call('GET /api/connections');
      expect(friends.length).toBeLessThanOrEqual(match?.status === 'accepted' ? 2 : 1);
    }
    expect(await findDifferences(app.services)).toEqual([]);
  });
});
