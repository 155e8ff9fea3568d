import { expect, it } from 'vitest';
import { findPage, isV2Path, twinOf } from './composed-pages.ts';
import { type Composition, RemoteDescriptor, type RemoteVersion } from './composition.ts';

const version = (name: string, paths: string[]): RemoteVersion => ({
  version: '1',
  mf: name,
  base: '/',
  integrity: {},
  descriptor: RemoteDescriptor.parse({
    name,
    platform: 1,
    area: { en: 'Area', es: 'Zona' },
    paths: paths.map((path) => ({ path, access: 'public' })),
  }),
});
const composition: Pick<Composition, 'apps'> = {
  apps: {
    'mf-people': { versions: [version('mf-people', ['/frens/:name', '/v2/frens/:name', '/:any/list'])] },
    'mf-circles': {
      versions: [
        version('mf-circles', ['/groups/:id', '/groups/new', '/groups']),
        version('mf-circles', ['/formerly']),
      ],
    },
  },
};
const patternAt = (pathname: string) => {
  const found = findPage(composition, pathname);
  return found && `${found.name} ${found.page.path}`;
};

it.each([
  ['/groups', 'mf-circles /groups'],
  ['/groups/42', 'mf-circles /groups/:id'],
  ['/groups/new', 'mf-circles /groups/new'],
  ['/groups/list', 'mf-circles /groups/:id'],
  ['/other/list', 'mf-people /:any/list'],
  ['/formerly', null],
  ['/nowhere', null],
])('finds for %s the most specific page of the current versions', (pathname, found) => {
  expect(patternAt(pathname)).toBe(found);
});

it.each([
  ['/frens/robin', '/v2/frens/robin'],
  ['/frens/robin?tab=circles#top', '/v2/frens/robin?tab=circles#top'],
  ['/v2/frens/robin', '/frens/robin'],
  ['/groups', null],
  ['/v2', null],
])('knows the twin of %s', (path, twin) => {
  expect(twinOf(composition, path)).toBe(twin);
});

it('tells the /v2 frame by the path alone', () => {
  expect([isV2Path('/v2/auth'), isV2Path('/v2x'), isV2Path('/auth')]).toEqual([true, false, false]);
});
