import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '../../clock.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
let maya: TestMember;
let id: string;
beforeAll(async () => {
  app = await startTestApp();
  maya = await app.member();
  ({ pandaId: id } = await maya.call('POST /api/vibe-quiz', { body: quizSubmission() }));
});
afterAll(() => app.close());

const rename = (name: string, by = maya) =>
  by.call('PATCH /api/pandas/:id', { params: { id }, body: { name } });
const find = (q: string) => app.visitor().call('GET /api/pandas', { query: { q } });

describe('PATCH /api/pandas/:id (D42)', () => {
  it('names the invalid field', async () => {
    for (const [name, message] of [
      ['x', 'Please give your Panda a name of at least 2 characters'],
      ['x'.repeat(41), expect.any(String)],
      ['\u200b\u200b\u200b', expect.any(String)],
      [7 as unknown as string, expect.any(String)],
    ] as const) {
      await expect(rename(name)).rejects.toMatchObject({ status: 400, fields: { name: message } });
    }
  });

  it('is limited to the owner', async () => {
    const olu = await app.member();
    await expect(rename('Stolen', olu)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    const nobody = { params: { id: '0'.repeat(24) }, body: { name: 'Nobody' } };
    await expect(olu.call('PATCH /api/pandas/:id', nobody)).rejects.toMatchObject({ status: 404 });
  });

  it('renames the Panda, also in search, once in 30 days', async () => {
    const before = await maya.call('GET /api/pandas/:id', { params: { id } });
    expect(before.renamableFrom).toBeNull();
    // Submitting the present name does not start the wait.
    expect((await rename(before.name)).renamableFrom).toBeNull();

    const since = app.clock.now().getTime();
    const renamed = await rename('  Café Quetzal ');
    const from = new Date(since + 30 * day).toISOString();
    expect(renamed).toMatchObject({ name: 'Café Quetzal', renamableFrom: from });
    expect((await find('cafe quet')).map((panda) => panda.id)).toEqual([id]);
    expect((await find(before.name)).map((panda) => panda.id)).not.toContain(id);
    // Only the owner sees when it can be renamed.
    const olu = await app.member();
    expect((await olu.call('GET /api/pandas/:id', { params: { id } })).renamableFrom).toBeNull();

    await expect(rename('Another')).rejects.toMatchObject({
      status: 409,
      code: 'renamed_recently',
      fields: { name: 'You can rename your Panda once every 30 days' },
      details: { renamableFrom: from },
    });
    app.clock.advance(30 * day);
    const again = Object.assign(app.visitor(), { user: maya.user, id: maya.id });
    const username = maya.user.username ?? '';
    await again.call('POST /api/login', { body: { username, password: 'correct horse' } });
    expect((await rename('Another', again)).name).toBe('Another');
  });

  it('accepts one of two concurrent renames', async () => {
    const olu = await app.member();
    const { pandaId } = await olu.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const outcomes = await Promise.allSettled(
      ['One name', 'Other name'].map((name) =>
        olu.call('PATCH /api/pandas/:id', { params: { id: pandaId }, body: { name } }),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
