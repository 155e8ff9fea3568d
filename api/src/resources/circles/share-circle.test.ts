import { fixtureId } from '@frens/contract/fixtures';
import type Koa from 'koa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { sharedPage } from '../shared-pages.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** What the page says to a browser; a visitor's by default. */
const read = (path: string, reader?: Pick<TestClient, 'cookies'>) =>
  // Safe: that is all that is read of it.
  sharedPage(app.services, {
    path,
    cookies: { get: (name: string) => reader?.cookies.get(name) },
  } as Koa.Context);

it('puts a circle’s name and description, or its absence, into the HTML of both frames (D64)', async () => {
  const maya = await app.member();
  const description = `We paddle\nat night. ${'Quietly. '.repeat(60)}`.trim();
  const { id } = await maya.call('POST /api/circles', { body: { name: 'Kayakers', description } });
  const told = await read(`/groups/${id}`);
  expect(told).toEqual({
    title: 'Kayakers',
    path: `/groups/${id}`,
    description: expect.stringMatching(/^We paddle at night\. Quietly\. .{171}…$/),
  });
  expect(await read(`/v2/groups/${id}`)).toEqual(told);
  for (const path of ['/groups', `/frens/${id}`]) expect(await read(path)).toBeNull();
  for (const path of [`/groups/${fixtureId('nobody', 1)}`, '/groups/kayakers', '/v2/groups/%zz'])
    expect(await read(path), path).toBe('missing');
  const [apart, other] = await Promise.all([app.member(), app.member()]);
  await apart.call('POST /api/users/:id/block', { params: { id: maya.id } });
  expect([await read(`/groups/${id}`, apart), await read(`/groups/${id}`, other)]).toEqual(['missing', told]);
  await maya.call('DELETE /api/circles/:id', { params: { id }, body: { confirm: 'Kayakers' } });
  expect(await read(`/groups/${id}`)).toBe('missing');
});
