import { expect, it } from 'vitest';
import { isV2Path, twinOf } from './frames.ts';

const paths = ['/frens/:name', '/v2/frens/:name', '/groups'];
const find = (pathname: string) => {
  const path = paths.find((one) => new RegExp(`^${one.replace(':name', '[^/]+')}$`).test(pathname));
  return path
    ? { name: 'mf-people', page: { path, access: 'public' as const, frame: 'full' as const, secrets: [] } }
    : null;
};

it.each([
  ['/frens/robin', '/v2/frens/robin'],
  ['/frens/robin?tab=circles#top', '/v2/frens/robin?tab=circles#top'],
  ['/v2/frens/robin', '/frens/robin'],
  ['/groups', null],
  ['/v2', null],
])('knows the twin of %s', (path, twin) => {
  expect(twinOf(find, path)).toBe(twin);
});

it('tells the /v2 frame by the path alone', () => {
  expect([isV2Path('/v2/auth'), isV2Path('/v2x'), isV2Path('/auth')]).toEqual([true, false, false]);
});
