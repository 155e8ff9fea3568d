import { site } from '@frens/contract/site';
import { buildInputs } from './scripts/build-inputs.js';

/** Options of the composition engine (shell/compose) for this site and this checkout. */
export default {
  ...site,
  buildInputs,
  pictures: 'scripts/visual/visual.ts',
  // `npm test` checks them beside the build.
  types: process.env.TYPES_CHECKED_BESIDE
    ? null
    : {
        declarations: ['design-system/src/css-modules.d.ts'],
        remoteModule: 'shell/platform/src/remote-module.ts',
      },
};
