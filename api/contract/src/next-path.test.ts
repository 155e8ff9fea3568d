import { expect, it } from 'vitest';
import { nextPathOf, serverPaths } from './site-path.ts';

it.each([
  ['/groups', '/groups'],
  ['/panda/p1?tab=posts#top', '/panda/p1?tab=posts#top'],
  ['/v2/browse', '/v2/browse'],
  ['/frens/api', '/frens/api'],
  ['/apiary', '/apiary'],
])('leads to a page of this site: %s (D6)', (next, path) => {
  expect(nextPathOf(next)).toBe(path);
});

it.each([
  null,
  '',
  'groups',
  'https://evil.example/',
  'javascript:alert(1)',
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/v2//evil.example',
  '/v2/\\evil.example',
  '//',
  `/${'a'.repeat(500)}`,
  '/groups/../api/users/me/export',
  '/a\\..\\api/user',
  '/\tapi/user?x#y',
  ...serverPaths.flatMap((own) => [own, `${own}/x?y`]),
])('leads nowhere by %j', (next) => {
  expect(nextPathOf(next)).toBeNull();
});
