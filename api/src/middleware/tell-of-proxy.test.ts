import { expect, it } from 'vitest';
import { startTestApp } from '../testing/test-app.ts';

it.each([
  [0, 1],
  [1, 0],
])('with %i trusted proxies it tells %i times of one on this machine', async (trustedProxyHops, times) => {
  const app = await startTestApp({ trustedProxyHops });
  const told = () => app.logged.filter(({ msg }) => String(msg).includes('X-Forwarded-For'));
  await app.visitor().send('GET', '/healthz');
  expect(told()).toEqual([]);
  for (let count = 0; count < 3; count += 1)
    await app.visitor().send('GET', '/healthz', { headers: { 'X-Forwarded-For': '203.0.113.9' } });
  expect(told()).toHaveLength(times);
  await app.close();
});
