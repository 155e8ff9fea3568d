import { expect, it } from 'vitest';
import descriptor from '../remote.json' with { type: 'json' };
import { pandaPath, paths } from './paths.ts';

it('lists only paths that remote.json declares, each with its /v2 twin', () => {
  const declared = descriptor.paths.map(({ path }) => path);
  for (const path of Object.values(paths)) {
    const [page] = path.split('?');
    expect(declared).toContain(page);
    expect(declared).toContain(`/v2${page}`);
  }
});

it('escapes a Panda id', () => {
  expect(pandaPath('a/b')).toBe('/panda/a%2Fb');
});
