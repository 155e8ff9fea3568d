import { defineSite } from '@frens/compose';
import { completeLanguages, languages } from './languages.ts';
import { RemoteDescriptor } from './remote-descriptor.ts';
import { devPages, mailPages, serverPaths, shellFrames, shellScreens } from './site-path.ts';

/** This site's definition for the composition engine. Browsers import its parts. */
export const site = defineSite({
  command: 'npm run compose --',
  languages,
  completeLanguages,
  hostPages: shellScreens,
  devPages,
  frames: shellFrames,
  serverPaths,
  mailPages,
  signInPage: '/auth',
  descriptor: RemoteDescriptor,
  // The home shows content of every remote: requests, the own Panda, people, circles and posts.
  budgets: { largerRoutes: { '/dashboard': 40_000 } },
  platformPackage: '@frens/platform',
  // The mock service worker would answer for every tab of the site.
  forbiddenTexts: {
    mockServiceWorker: 'the mock mode',
    'Next answer of': 'its panel',
    __STORYBOOK: 'Storybook',
  },
  // The preview of scenarios (shell/src/bootstrap.tsx).
  developersChunk: { name: 'scenario', texts: { '[MSW]': 'the mocks', 'bamboo-grove': 'invented data' } },
  async readCalls() {
    // Lazy: loading the contract takes most of the tool's start-up.
    const { contract } = await import('./index.ts');
    return Object.keys(contract);
  },
});
