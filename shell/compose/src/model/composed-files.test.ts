import { describe, expect, it } from 'vitest';
import { type ListedVersion, listedFiles, whyRefused } from './composed-files.ts';
import { type Composition, RemoteDescriptor } from './composition.ts';

const hash = `sha256-${'A'.repeat(43)}=`;
const version = (changes: Partial<ListedVersion> = {}): ListedVersion => ({
  base: '/remotes/mf-quiz/1/',
  files: {
    entry: 'entry.js',
    exposed: ['exposed.js'],
    routes: { '/quiz': ['quiz.css'] },
    texts: { en: [], es: [] },
  },
  integrity: { 'entry.js': hash, 'exposed.js': hash, 'quiz.css': hash, 'bear.svg': hash },
  ...changes,
});
const short = `sha256-${'B'.repeat(43)}=`;
const { 'quiz.css': _lost, ...unhashed } = version().integrity;

describe('a version', () => {
  it("may be loaded from the site and from the operator's further origins", () => {
    expect(whyRefused(version(), [])).toBeNull();
    const elsewhere = version({ base: 'https://cdn.example/remotes/mf-quiz/1/' });
    expect(whyRefused(elsewhere, ['https://cdn.example'])).toBeNull();
  });

  it.each<[string, Partial<ListedVersion>, RegExp]>([
    ['names a file that has no hash', { integrity: unhashed }, /^has no hash of quiz\.css$/],
    [
      'has a hash that is none',
      { integrity: { ...version().integrity, 'entry.js': 'sha256-x' } },
      /entry\.js/,
    ],
    [
      'has another script with half a hash',
      { integrity: { ...version().integrity, 'late.js': '' } },
      /late\.js/,
    ],
    [
      'has its hash from nowhere',
      { files: { entry: 'toString', exposed: [], routes: {}, texts: { en: [], es: [] } } },
      /toString/,
    ],
    ['lies elsewhere', { base: 'https://evil.example/x/' }, /^lies on https:\/\/evil\.example/],
    ['lies elsewhere in disguise', { base: '//evil.example/x/' }, /evil\.example/],
    ['lies elsewhere behind a backslash', { base: '/\\evil.example/x/' }, /evil\.example/],
    ['lies on another port', { base: 'https://cdn.example:8443/x/' }, /8443/],
    ['is text itself', { base: 'data:text/javascript,' }, /^lies on null/],
  ])('is refused as a whole if it %s', (_case, changes, reason) => {
    expect(whyRefused(version(changes), ['https://cdn.example'])).toMatch(reason);
  });
});

const made = (number: string, changes: Partial<ListedVersion> = {}) => ({
  version: number,
  mf: `mf_quiz_${number}`,
  descriptor: RemoteDescriptor.parse({
    name: 'mf-quiz',
    platform: 1,
    area: { en: 'Quiz', es: 'Test' },
    paths: [{ path: '/quiz', access: 'public' }],
  }),
  ...version({ base: `/remotes/mf-quiz/${number}/`, ...changes }),
});

it('lists scripts and styles of the shell, live versions and fallbacks, but not of refused versions', () => {
  const composition: Composition = {
    host: { version: '1', base: '/shell/1/', integrity: { 'main.js': hash, 'index.html': hash } },
    apps: { 'mf-quiz': { versions: [made('3', { integrity: unhashed }), made('2'), made('1')] } },
  };
  const files = ['entry.js', 'exposed.js', 'quiz.css'];
  expect([...listedFiles(composition, []).keys()]).toEqual([
    '/shell/1/main.js',
    ...files.map((file) => `/remotes/mf-quiz/2/${file}`),
    ...files.map((file) => `/remotes/mf-quiz/1/${file}`),
  ]);
});

it.each([short, hash])('accepts the whole hash %s, and no part of it', (whole) => {
  const withHash = (entry: string) => version({ integrity: { ...version().integrity, 'entry.js': entry } });
  expect(whyRefused(withHash(whole), [])).toBeNull();
  expect(whyRefused(withHash(whole.slice(0, -1)), [])).toMatch(/entry\.js/);
});
