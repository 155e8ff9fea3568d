import { afterAll, beforeAll, describe } from 'vitest';
import { describeContention } from './testing/contention-suite.ts';
import { crowdConfig } from './testing/crowds.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(crowdConfig);
});
afterAll(() => app.close());

// A tenth of the crowd. `npm run test:contention` sends all of it to two processes.
describe('concurrent requests to one process', () => {
  describeContention(() => ({ services: app.services, urls: [app.url] }), process.env.LONG ? 20 : 10);
});
