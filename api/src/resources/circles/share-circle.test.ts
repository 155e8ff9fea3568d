import { fixtureId } from '@frens/contract/fixtures';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { sharedPage } from '../shared-pages.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('tells those who are sent the address of a circle its name and what it is for, in both frames (D64)', async () => {
  const maya = await app.member();
  const description = `We paddle\nat night. ${'Quietly. '.repeat(60)}`.trim();
  const { id } = await maya.call('POST /api/circles', { body: { name: 'Kayakers', description } });
  const { services } = app;
  const told = await sharedPage(services, `/groups/${id}`);
  expect(told).toMatchObject({ title: 'Kayakers', path: `/groups/${id}` });
  expect(told?.description).toMatch(/^We paddle at night\. Quietly\. .*…$/);
  expect(told?.description).toHaveLength(201);
  expect(await sharedPage(services, `/v2/groups/${id}`)).toEqual(told);
  for (const path of [`/groups/${fixtureId('nobody', 1)}`, '/groups/kayakers', '/groups', `/frens/${id}`])
    expect(await sharedPage(services, path)).toBeNull();
  await maya.call('DELETE /api/circles/:id', { params: { id }, body: { confirm: 'Kayakers' } });
  expect(await sharedPage(services, `/groups/${id}`)).toBeNull();
});
