import { z } from 'zod';
import { RemoteDescriptor } from '../model/composition.ts';
import { defineSite } from '../model/site-definition.ts';

/** A site with two languages and a frame, for tests. */
export const exampleSite = defineSite({
  languages: ['en', 'es'],
  hostPages: { '/': 'landing', '/backup': 'backup', '/about/:page': 'about', '/dev/composition': 'dev' },
  // Stricter than the engine: areas need names in both languages.
  descriptor: RemoteDescriptor.extend({ area: z.object({ en: z.string(), es: z.string() }) }),
  devPages: ['/dev/composition'],
  frames: { '/v2': 'chrome-v2' },
  signInPage: '/door',
  budgets: { largerRoutes: { '/dashboard': 40_000 } },
  platformPackage: '@example/platform',
  forbiddenTexts: { mockServiceWorker: 'the mock mode' },
  developersChunk: { name: 'scenario', texts: { '[MSW]': 'the mocks' } },
  serverPaths: ['/api', '/compose', '/dev', '/media', '/remotes', '/robots.txt', '/shell'],
});
