import { expect, it } from 'vitest';
import { createPageCache } from './page-cache.ts';
import { createPageHtml } from './page-html.ts';

const kilobyte = createPageHtml('x'.repeat(1024), []);

it('holds no more than its limit, the pages that were asked for last', async () => {
  const cache = createPageCache(10 * 1024);
  let made = 0;
  const ask = (key: string) =>
    cache(key, async () => {
      made += 1;
      return kilobyte;
    });
  await Promise.all([ask('/'), ask('/')]);
  expect(made).toBe(1);
  for (let n = 0; n < 100; n += 1) {
    await ask(`/?n=${n}`);
    await ask('/');
  }
  expect(made).toBe(101);
  // With compressed copies six fit: one in use, and the newest five.
  for (let n = 95; n < 100; n += 1) await ask(`/?n=${n}`);
  expect(made).toBe(101);
  await ask('/?n=94');
  expect(made).toBe(102);
});

it('makes a page anew of something else, and after a failure', async () => {
  const cache = createPageCache();
  const [one, other] = [{}, {}];
  const fail = () => Promise.reject(new Error('Not now'));
  await expect(cache('/', fail, one)).rejects.toThrow('Not now');
  expect(await cache('/', async () => kilobyte, one)).toBe(kilobyte);
  expect(await cache('/', fail, one)).toBe(kilobyte);
  await expect(cache('/', fail, other)).rejects.toThrow('Not now');
});
