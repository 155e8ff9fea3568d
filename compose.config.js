import { site } from '@frens/contract/site';
import { buildInputs } from './scripts/build-inputs.js';

/** What the composition engine is told of this site, and of this checkout of it (shell/compose). */
export default {
  ...site,
  buildInputs,
  types: {
    declarations: ['design-system/src/css-modules.d.ts'],
    remoteModule: 'shell/platform/src/remote-module.ts',
  },
};
