import { defineSite } from '../model/site-definition.ts';

/** A site for tests: of two languages, with a frame. */
export const exampleSite = defineSite({
  languages: ['en', 'es'],
  hostPages: { '/': 'landing', '/backup': 'backup', '/about/:page': 'about', '/dev/composition': 'dev' },
  devPages: ['/dev/composition'],
  frames: { '/v2': 'chrome-v2' },
  budgets: { largerRoutes: { '/dashboard': 40_000 } },
  platformPackage: '@example/platform',
  forbiddenTexts: { mockServiceWorker: 'the mock mode' },
  developersChunk: { name: 'scenario', texts: { '[MSW]': 'the mocks' } },
  serverPaths: ['/api', '/compose', '/dev', '/media', '/remotes', '/robots.txt', '/shell'],
});
