import * as platform from '@frens/platform';
import { platformContract } from '@frens/platform/internal';
import * as react from 'react';
import * as reactDom from 'react-dom';

export { platform };

/** The shared libraries: this shell provides them, remotes consume them. */
export const sharedLibraries = {
  react: { version: react.version, library: react },
  'react-dom': { version: reactDom.version, library: reactDom },
  '@frens/platform': { version: `${platformContract}.0.0`, library: platform },
};
