import { fixtureId } from '@frens/contract/fixtures';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { sharedPage } from '../shared-pages.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('puts a circle’s name and description, or its absence, into the HTML of both frames (D64)', async () => {
  const maya = await app.member();
  const description = `We paddle\nat night. ${'Quietly. '.repeat(60)}`.trim();
  const { id } = await maya.call('POST /api/circles', { body: { name: 'Kayakers', description } });
  const { services } = app;
  const told = await sharedPage(services, `/groups/${id}`);
  expect(told).toEqual({
    title: 'Kayakers',
    path: `/groups/${id}`,
    description: expect.stringMatching(/^We paddle at night\. Quietly\. .{171}…$/),
  });
  expect(await sharedPage(services, `/v2/groups/${id}`)).toEqual(told);
  for (const path of ['/groups', `/frens/${id}`]) expect(await sharedPage(services, path)).toBeNull();
  for (const path of [`/groups/${fixtureId('nobody', 1)}`, '/groups/kayakers', '/v2/groups/%zz'])
    expect(await sharedPage(services, path), path).toBe('missing');
  await maya.call('DELETE /api/circles/:id', { params: { id }, body: { confirm: 'Kayakers' } });
  expect(await sharedPage(services, `/groups/${id}`)).toBe('missing');
});
