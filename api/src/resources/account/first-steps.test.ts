import { afterAll, beforeAll, expect, it } from 'vitest';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('tells what is done and what was given, as it grows (D56)', async () => {
  const maya = await app.member({ bio: '', interests: [] });
  const steps = () => maya.call('GET /api/account/first-steps');
  const welcome = { kind: 'welcome', amount: '100.00' };
  expect(await steps()).toEqual({ steps: { profile: false, circle: false, fren: false }, grants: [welcome] });

  const body = { bio: 'Bakes bread', interests: ['bread'] };
  await maya.call('PATCH /api/users/:id', { params: { id: maya.id }, body });
  await maya.call('POST /api/circles', { body: { name: 'Bread' } });
  await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
  await app.confirm(maya);
  await app.befriend(maya, await app.member());
  expect(await steps()).toEqual({
    steps: { profile: true, circle: true, fren: true },
    grants: [welcome, { kind: 'quiz', amount: '25.00' }, { kind: 'confirmed', amount: '25.00' }],
  });
});
