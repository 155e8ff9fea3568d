import { defineSite } from '@frens/compose/composition';
import { completeLanguages, languages } from './languages.ts';
import { devPages, mailPages, serverPaths, shellFrames, shellScreens } from './site-path.ts';

/** This site, as the composition engine takes it. Not for browsers, which read the parts that they need. */
export const site = defineSite({
  languages,
  completeLanguages,
  hostPages: shellScreens,
  devPages,
  frames: shellFrames,
  serverPaths,
  mailPages,
  async readCalls() {
    // Loaded lazily: reading the contract is most of the tool's start.
    const { contract } = await import('./index.ts');
    return Object.keys(contract);
  },
});
