import { expect, it } from 'vitest';
import descriptor from '../remote.json' with { type: 'json' };
import { pandaPath, socialPaths } from './paths.ts';

it('keeps links inside /v2 on a /v2 page', () => {
  expect(socialPaths('/v2/browse')).toEqual({
    dashboard: '/v2/dashboard',
    browse: '/v2/browse',
    profile: '/v2/profile',
    privacy: '/v2/privacy-settings',
    connections: '/v2/dashboard?tab=connections',
  });
});

it('keeps links outside /v2 on an ordinary page', () => {
  expect(socialPaths('/profile').browse).toBe('/browse');
});

it('names only addresses that remote.json declares', () => {
  const declared = descriptor.paths.map(({ path }) => path);
  for (const page of ['/dashboard', '/v2/dashboard']) {
    const { connections: _tab, ...pages } = socialPaths(page);
    for (const path of Object.values(pages)) expect(declared).toContain(path);
  }
});

it('escapes a Panda id', () => {
  expect(pandaPath('a/b')).toBe('/panda/a%2Fb');
});
