import { expect, it } from 'vitest';
import { nextPath } from './next-path.ts';

it.each([
  ['/groups', '/groups'],
  ['/panda/p1?tab=posts#top', '/panda/p1?tab=posts#top'],
  ['/v2/browse', '/v2/browse'],
])('leads to a path of this site: %s (D6)', (next, path) => {
  expect(nextPath(next)).toBe(path);
});

it.each([
  [null],
  [''],
  ['groups'],
  ['https://evil.example/'],
  ['javascript:alert(1)'],
  ['//evil.example'],
  ['/\\evil.example'],
  ['\\/evil.example'],
  ['/\t/evil.example'],
  ['/.//evil.example'],
  ['/a/..//evil.example'],
  ['//'],
  [`/${'a'.repeat(500)}`],
])('leads to the dashboard instead of %j', (next) => {
  expect(nextPath(next)).toBe('/dashboard');
});
