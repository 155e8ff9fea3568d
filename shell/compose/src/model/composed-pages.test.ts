import { expect, it } from 'vitest';
import { findPage } from './composed-pages.ts';
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
])('finds the most specific live page for %s', (pathname, found) => {
  expect(patternAt(pathname)).toBe(found);
});
