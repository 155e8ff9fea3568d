import { defineSite } from '@frens/compose';
import { completeLanguages, languages } from './languages.ts';
import { RemoteDescriptor } from './remote-descriptor.ts';
import { devPages, mailPages, serverPaths, shellFrames, shellScreens } from './site-path.ts';

/** This site, as the composition engine takes it. Not for browsers, which read the parts that they need. */
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
  // The home shows something of every other page: who waits, one's own Panda, people, circles and posts.
  budgets: { largerRoutes: { '/dashboard': 40_000 } },
  platformPackage: '@frens/platform',
  // The worker of the mock mode would answer for every tab of the site.
  forbiddenTexts: {
    mockServiceWorker: 'the mock mode',
    'Next answer of': 'its panel',
    __STORYBOOK: 'Storybook',
  },
  // The preview of scenarios (shell/src/bootstrap.tsx).
  developersChunk: { name: 'scenario', texts: { '[MSW]': 'the mocks', 'bamboo-grove': 'invented data' } },
  async readCalls() {
    // Loaded lazily: reading the contract is most of the tool's start.
    const { contract } = await import('./index.ts');
    return Object.keys(contract);
  },
});
