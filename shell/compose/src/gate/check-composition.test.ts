import { describe, expect, it } from 'vitest';
import { type Composition, RemoteDescriptor, type RemoteVersion } from '../model/composition.ts';
import { exampleSite } from '../testing/example-site.ts';
import { checkComposition, newMisfits, platformMisfits } from './check-composition.ts';

type Changes = Partial<{ [Key in keyof typeof quiz]: unknown }>;
const quiz = {
  name: 'mf-quiz',
  platform: 1,
  area: { en: 'The quiz', es: 'El test' },
  paths: [
    { path: '/quiz', access: 'public' },
    { path: '/quiz/:lab', access: 'public' },
  ],
  nav: [{ path: '/quiz', label: { en: 'Quiz', es: 'Test' }, order: 1 }],
  menu: [{ path: '/quiz?again', label: { en: 'Again', es: 'Otra vez' }, order: 1 }],
  onSignedIn: false,
};

function version(changes: Changes = {}, built: Partial<RemoteVersion['built']> = {}): RemoteVersion {
  const descriptor = RemoteDescriptor.parse({ ...quiz, ...changes });
  return {
    version: '1.0.0',
    mf: 'mf',
    base: '/',
    integrity: {},
    descriptor,
    built: {
      routes: descriptor.paths.map(({ path }) => path),
      hasSignedInHook: descriptor.onSignedIn,
      platform: { version: '1.0.0', names: ['useSession'] },
      links: [],
      calls: [],
      ...built,
    },
  };
}
const circles = version({
  name: 'mf-circles',
  paths: [
    { path: '/groups', access: 'public' },
    { path: '/groups/:id', access: 'public' },
  ],
  nav: [],
  menu: [],
});

function check(
  changed: RemoteVersion,
  folders?: string[],
  { links, mailPages }: { links?: string[]; mailPages?: string[] } = {},
): string[] {
  const composition: Composition = {
    host: {
      version: '1',
      base: '/',
      integrity: {},
      links,
      platform: { version: '1.0.0', names: ['useSession', 'toast'] },
    },
    apps: { 'mf-quiz': { versions: [changed] }, 'mf-circles': { versions: [circles] } },
  };
  return checkComposition(exampleSite, composition, { folders, mailPages });
}

describe('checkComposition', () => {
  it('finds nothing in a composition that fits', () => {
    expect(check(version(), ['mf-quiz', 'mf-circles'])).toEqual([]);
  });

  it.each([
    [
      'a path without a route',
      version({}, { routes: ['/quiz'] }),
      ['has the path /quiz/:lab without a route'],
    ],
    [
      'a route that is not declared',
      version({}, { routes: ['/quiz', '/quiz/:lab', '/quiz/old'] }),
      ['has the route /quiz/old, which is none of its paths'],
    ],
    [
      'a link to a path that was deleted',
      version({ paths: [{ path: '/quiz/:lab', access: 'public' }] }),
      ['links to /quiz, which is none of its paths', 'links to /quiz?again, which is none of its paths'],
    ],
    [
      'the same path twice, under two names of its parameter',
      version({ paths: [...quiz.paths, { path: '/quiz/:other', access: 'member' }] }),
      ['names the path /quiz/:other twice'],
    ],
    [
      'a path of the shell',
      version({ paths: [...quiz.paths, { path: '/about/:topic', access: 'public' }] }),
      ['takes the path /about/:topic of the shell'],
    ],
    [
      'paths that the server answers, and none that only begin like one',
      version({
        paths: [
          ...quiz.paths,
          { path: '/api/:topic', access: 'public' },
          { path: '/shell', access: 'public' },
          { path: '/shells', access: 'public' },
        ],
      }),
      [
        'takes the path /api/:topic, and /api is answered by the server',
        'takes the path /shell, and /shell is answered by the server',
      ],
    ],
    [
      'a sign-in page for members only, in any frame',
      version({
        paths: [...quiz.paths, { path: '/door', access: 'public' }, { path: '/v2/door', access: 'member' }],
      }),
      ['has the sign-in page /v2/door for members only, and visitors are led there'],
    ],
    ['another platform', version({ platform: 9 }), ['is for platform 9, and this shell has 1']],
    ['another name', version({ name: 'mf-test' }), ['calls itself mf-test']],
    [
      'work at the sign-in that only the code knows',
      version({}, { hasSignedInHook: true }),
      ['declares `onSignedIn` in one of remote.json and remote.tsx only'],
    ],
    [
      'names that the shell has not',
      version({}, { platform: { version: '2.0.0', names: ['useSession', 'useForm', 'sparkle'] } }),
      ['needs of the platform what this shell has not: useForm, sparkle'],
    ],
  ])('names %s', (_case, changed, sentences) => {
    expect(check(changed)).toEqual(sentences.map((sentence) => `mf-quiz 1.0.0 ${sentence}`));
  });

  it('names the custom properties that a shell does not set, if both recorded theirs', () => {
    const misfits = (set?: string[], expected?: string[]) => {
      const platform = { version: '1.0.0', names: [] };
      const host = { version: '1', base: '/', integrity: {}, platform: { ...platform, properties: set } };
      return platformMisfits({ host }, version({}, { platform: { ...platform, properties: expected } }));
    };
    expect(misfits(['--ink'], ['--hue', '--ink'])).toEqual([
      'needs of the platform what this shell has not: --hue',
    ]);
    expect(misfits(undefined, ['--hue'])).toEqual([]);
    expect(misfits(['--ink'])).toEqual([]);
  });

  it('names the source of a dead link: the shell, another remote, a mail', () => {
    const links = ['/', '/quiz', '/quiz/:', '/about/terms', '/about/:', '/v2', '/groups', '/gone'];
    const linked = version({}, { links: ['/quiz/first', '/groups', '/meetups/new', '/panda/:'] });
    expect(check(linked, undefined, { links, mailPages: ['/groups', '/auth'] })).toEqual([
      'shell 1 leads to /gone, which is no page of the site',
      'A mail leads to /auth, which is no page of the site',
      'mf-quiz 1.0.0 leads to /meetups/new, which is no page of the site',
      'mf-quiz 1.0.0 leads to /panda/…, which is no page of the site',
    ]);
  });

  it('names both sides when two remotes serve one path', () => {
    const greedy = version({ paths: [...quiz.paths, { path: '/groups', access: 'public' }] });
    expect(check(greedy)).toEqual([
      'mf-quiz 1.0.0 takes the path /groups of mf-circles',
      'mf-circles 1.0.0 takes the path /groups of mf-quiz',
    ]);
  });

  it.each([
    ['/groups/new', 'takes with its path /groups/new addresses of /groups/:id of mf-circles'],
    ['/GROUPS/new', 'takes with its path /GROUPS/new addresses of /groups/:id of mf-circles'],
    ['/v2/groups', 'takes with its path /v2/groups addresses of /groups of mf-circles'],
    ['/groups/:other', 'takes the path /groups/:other of mf-circles'],
    ['/v2/backup', 'takes with its path /v2/backup addresses of /backup of the shell'],
    ['/about/us', 'takes with its path /about/us addresses of /about/:page of the shell'],
    ['/v2', 'takes with its path /v2 addresses of / of the shell'],
    ['/:anything', 'takes the path /:anything, and /api is answered by the server'],
    ['/compose/run', 'takes the path /compose/run, and /compose is answered by the server'],
    ['/quiz/', 'has the path /quiz/, which is no pattern of fixed segments and parameters'],
  ])('names the conflict of %s with other paths', (path, sentence) => {
    const paths = [...quiz.paths, { path, access: 'public' as const }];
    expect(check(version({ paths }))).toContain(`mf-quiz 1.0.0 ${sentence}`);
  });

  it('allows a specific path beside a more general one of the same remote', () => {
    const paths = [...quiz.paths, { path: '/quiz/new', access: 'public' }];
    expect(check(version({ paths }))).toEqual([]);
  });

  it('names a remote without a folder, if the folders are known', () => {
    expect(check(version(), ['mf-circles'])).toEqual(['mf-quiz 1.0.0 has no folder any more']);
    expect(check(version())).toEqual([]);
  });
});

describe('newMisfits', () => {
  const site = (quizVersion: RemoteVersion, circlesVersion: RemoteVersion): Composition => ({
    host: { version: '1', base: '/', integrity: {} },
    apps: { 'mf-quiz': { versions: [quizVersion] }, 'mf-circles': { versions: [circlesVersion] } },
  });
  const leading = version({}, { links: ['/groups'] });
  const newer = (paths: string[]) => ({
    ...version({
      name: 'mf-circles',
      nav: [],
      menu: [],
      paths: paths.map((path) => ({ path, access: 'public' })),
    }),
    version: '2.0.0',
  });

  it('blames the remote that takes a path, not its owner', () => {
    const before = site(leading, circles);
    expect(newMisfits(exampleSite, before, site(leading, newer(['/groups', '/quiz'])), {})).toEqual([
      'mf-circles 2.0.0 takes the path /quiz of mf-quiz',
    ]);
  });

  it('blames the remote that removes a page, not those that link to it', () => {
    const before = site(leading, circles);
    const lost = 'mf-quiz 1.0.0 leads to /groups, which is no page of the site';
    expect(newMisfits(exampleSite, before, site(leading, newer(['/circles'])), {})).toEqual([
      `mf-circles 2.0.0 does not fit what stays: ${lost}`,
    ]);
    const own: Composition['apps'][string] = { versions: [leading] };
    const without: Composition = { host: before.host, apps: { 'mf-quiz': own } };
    expect(newMisfits(exampleSite, before, without, {})).toEqual([
      `the site without mf-circles does not fit what stays: ${lost}`,
    ]);
    expect(newMisfits(exampleSite, null, without, {}), 'of what is new nothing stays').toEqual([lost]);
  });
});
