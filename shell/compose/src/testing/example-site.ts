import { defineSite } from '../model/site-definition.ts';

/** A site for tests: of two languages, with a frame. */
export const exampleSite = defineSite({
  languages: ['en', 'es'],
  hostPages: { '/': 'landing', '/backup': 'backup', '/about/:page': 'about', '/dev/composition': 'dev' },
  devPages: ['/dev/composition'],
  frames: { '/v2': 'chrome-v2' },
  serverPaths: ['/api', '/compose', '/dev', '/media', '/remotes', '/robots.txt', '/shell'],
});
