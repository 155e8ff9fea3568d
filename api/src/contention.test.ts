import { afterAll, beforeAll, describe } from 'vitest';
import { describeContention } from './testing/contention-suite.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

// Two processes: contention.long.test.ts.
describe('many at once, in one process', { timeout: 120_000 }, () => {
  describeContention(() => ({ services: app.services, urls: [app.url] }), 100);
});
