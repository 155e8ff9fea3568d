import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quizSubmission } from './testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from './testing/test-app.ts';

let app: TestApp;
let owner: TestMember;
let pandaId: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.member({ username: 'kept.private', name: 'Kept Private' });
  ({ pandaId } = await owner.call('POST /api/vibe-quiz', { body: quizSubmission() }));
});
afterAll(() => app.close());

const headers = { 'Idempotency-Key': 'once' };

describe('a request that is repeated under its key (D52)', () => {
  it('acts once under whatever spelling of its address', async () => {
    const maya = await app.member();
    const body = { pandaId, amount: '10' };
    const statuses: number[] = [];
    for (const path of [
      '/api/stake-bamboo',
      '/api/stake-bamboo/',
      '/API/stake-bamboo',
      '/api/stake%2Dbamboo',
    ])
      statuses.push((await maya.send('POST', path, { body, headers })).status);
    expect(statuses).toEqual([201, 404, 405, 404]);
    expect(await maya.call('GET /api/wallet')).toEqual({ balance: '90.00', staked: '10.00' });
  });

  it('is answered by what may be seen now: an owner who went private is not named', async () => {
    const maya = await app.member();
    const stake = () => maya.send('POST', '/api/stake-bamboo', { body: { pandaId, amount: '10' }, headers });
    const first = await (await stake()).json();
    expect(first).toMatchObject({ panda: { owner: { id: owner.id, username: 'kept.private' } } });
    await owner.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'private' } });
    const again = await stake();
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    const text = await again.text();
    expect(JSON.parse(text)).toMatchObject({
      stake: (first as { stake: object }).stake,
      panda: { owner: null },
    });
    expect(text).not.toContain(owner.id);
    expect(text.toLowerCase()).not.toMatch(/kept.private/);
  });

  it('may have no body: leaving with a key ends the session and says what it says without', async () => {
    const [keyed, plain] = [await app.member(), await app.member()];
    const cookie = keyed.cookies.get('sid') ?? '';
    const answers = [
      await keyed.send('POST', '/api/logout', { headers }),
      await plain.send('POST', '/api/logout'),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ success: true });
      expect(answer.headers.getSetCookie().join()).toContain('sid=;');
    }
    keyed.cookies.set('sid', cookie);
    expect((await keyed.send('GET', '/api/user')).status).toBe(401);
    expect((await keyed.send('POST', '/api/logout', { headers })).status).toBe(200);
  });
});
