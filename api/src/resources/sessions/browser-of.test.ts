import { expect, it } from 'vitest';
import { browserOf } from './browser-of.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox', 'Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/140.0.0.0`,
    'Microsoft Edge',
    'Windows',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 'Chrome', 'Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
  ],
])('knows the browser of %s', (userAgent, name, system) => {
  expect(browserOf(userAgent)).toEqual({ name, system });
});

it.each(['', 'node', 'curl/8.5.0', 'Your Bank/1.0 (call +1 555 0100)', `Mozilla/5.0 ${'('.repeat(8000)}`])(
  'calls %s nothing, so that nobody writes into the list',
  (userAgent) => {
    expect(browserOf(userAgent)).toBeNull();
  },
);
