import { expect, it } from 'vitest';
import { type Composition, RemoteDescriptor } from '../model/composition.ts';
import { defineSite } from '../model/site-definition.ts';
import { sitemapOf, withAddresses } from './search-engines.ts';

const origin = 'https://bears.example';
/** French is said by one remote only. */
const site = defineSite({ languages: ['en', 'es', 'fr'], completeLanguages: ['en', 'es'] });
const remote = (name: string, path: string, languages: string[]): Composition['apps'][string] => ({
  versions: [
    {
      version: '1',
      mf: name,
      base: `/remotes/${name}/1/`,
      integrity: {},
      files: {
        entry: 'entry.js',
        exposed: [],
        routes: {},
        texts: Object.fromEntries(languages.map((one) => [one, []])),
      },
      descriptor: RemoteDescriptor.parse({
        name,
        platform: 1,
        area: { en: name },
        paths: [{ path, access: 'public' }],
      }),
    },
  ],
});
const composition: Composition = {
  host: { version: '1', base: '/shell/1/', integrity: {} },
  apps: {
    'mf-quiz': remote('mf-quiz', '/quiz', ['en', 'es', 'fr']),
    'mf-door': remote('mf-door', '/door', ['en', 'es']),
  },
};

it('lists a language that some remotes lack with the pages that are in it', () => {
  const languagesIn = (html: string) =>
    Array.from(html.matchAll(/hreflang="(.*?)"/g), ([, one]) => one).join(' ');
  const listed = Array.from(
    sitemapOf(site, composition, origin).matchAll(/<loc>(.*?)<\/loc>(.*)/g),
    ([, page = '', links = '']) => [page.replace(origin, ''), languagesIn(links)],
  );
  expect(listed).toEqual([
    ['/', 'en es x-default'],
    ['/door', 'en es x-default'],
    ['/quiz', 'en es fr x-default'],
  ]);
  const head = (pattern: string) =>
    withAddresses(site, '</head>', { origin, pattern, composition, language: 'fr' });
  expect(head('/quiz')).toContain(`<link rel="canonical" href="${origin}/quiz?lang=fr">`);
  expect(languagesIn(head('/quiz'))).toBe('en es fr x-default');
  // Whoever chose French reads this page in the first language, at its own address.
  expect(head('/door')).toContain(`<link rel="canonical" href="${origin}/door">`);
  expect(languagesIn(head('/door'))).toBe('en es x-default');
});
