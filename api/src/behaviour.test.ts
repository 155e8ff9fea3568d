import { demoCommunity } from '@frens/contract/fixtures';
import { runRows } from '@frens/contract/testing/run-rows';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedIfEmpty } from './scripts/seed-if-empty.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await seedIfEmpty(app.services);
});
afterAll(() => app.close());

it('answers each call of the table as the table says', async () => {
  const newcomer = await app.member();
  await app.services.db.models.User.updateOne({ _id: newcomer.id }, { profileComplete: false });
  const clients = { demo: app.visitor(), visitor: app.visitor(), newcomer };
  await clients.demo.call('POST /api/login', { body: demoCommunity().demo });
  const differences = await runRows(async (as, request) => {
    // Nobody is in such a hurry.
    app.clock.advance(1000);
    const { pathname, search } = new URL(request.url);
    const rawBody = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined;
    return clients[as].send(request.method, pathname + search, {
      rawBody,
      headers: Object.fromEntries(request.headers),
    });
  });
  expect(differences).toEqual([]);
});
