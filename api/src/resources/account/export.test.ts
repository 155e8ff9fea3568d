import { limits } from '@frens/contract/limits';
import { hasMessage } from '@frens/contract/messages';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { memberDataOf } from '../../database/member-data.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** The names of all parts that the models declare. */
function declaredParts(): string[] {
  return Object.values(app.services.db.models).flatMap((model) => {
    const declared = memberDataOf(model.schema);
    return declared && 'traces' in declared
      ? declared.traces.flatMap(({ exported }) => exported?.as ?? [])
      : [];
  });
}

it('explains every part that a model declares', () => {
  expect(declaredParts().length).toBeGreaterThan(10);
  expect(declaredParts().filter((part) => !hasMessage(`export.parts.${part}`))).toEqual([]);
});

it('holds all parts of one member, in their language, and no secret (D46)', async () => {
  const maya = await app.member({ bio: 'I bake.' });
  const ana = await app.member({ bio: 'Somebody else.' });
  await app.befriend(maya, ana);
  await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
  const response = await maya.send('GET', '/api/account/export', { headers: { 'Accept-Language': 'es' } });
  expect(response.headers.get('Content-Disposition')).toContain('attachment');
  const text = await response.text();
  const { parts, description } = JSON.parse(text);
  expect(Object.keys(parts).sort()).toEqual(declaredParts().sort());
  expect(description).toContain('Todo lo que este sitio guarda sobre ti');
  expect(parts.profile.entries).toMatchObject([{ id: maya.id, email: maya.user.email, bio: 'I bake.' }]);
  expect(parts.connectionsAsked.entries).toMatchObject([{ friendId: ana.id, status: 'accepted' }]);
  expect(parts.panda.entries).toHaveLength(1);
  expect(parts.ledger.entries.length).toBeGreaterThan(0);
  const stored = await app.services.db.models.Session.findOne({ userId: maya.id }).lean();
  for (const secret of [
    'argon2',
    stored?._id ?? '',
    maya.cookies.get('sid') ?? '',
    'Somebody else.',
    ana.user.email,
  ])
    expect(text).not.toContain(secret);
});

it('is made so often a day, for members', async () => {
  const maya = await app.member();
  for (let count = 0; count < limits.exportsPerDay; count += 1) await maya.call('GET /api/account/export');
  await expect(maya.call('GET /api/account/export')).rejects.toMatchObject({ status: 429 });
  await expect(app.visitor().call('GET /api/account/export')).rejects.toMatchObject({ status: 401 });
});
