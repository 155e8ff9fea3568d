import * as platform from '@frens/platform';
import { platformContract } from '@frens/platform/internal';
import { createInstance } from '@module-federation/enhanced/runtime';
import * as runtimeCore from '@module-federation/runtime-core';
import * as react from 'react';
import * as reactDom from 'react-dom';
import { federationNetwork } from './federation-network.ts';

// Containers are built without the runtime's core and take it from here: 5 kB less in each (docs/decisions/0003).
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });

/** A library that is on the page already and exists once; versions are checked by the composition and by name, not by range. */
const single = (version: string, library: object) => ({
  version,
  lib: () => library,
  shareConfig: { singleton: true, requiredVersion: false as const, eager: true },
});

/** The page's federation: what the shell shares with the containers of the remotes, and how these reach the network. */
export const federation = createInstance({
  name: 'shell',
  remotes: [],
  shared: {
    react: single(react.version, react),
    'react-dom': single(reactDom.version, reactDom),
    '@frens/platform': single(`${platformContract}.0.0`, platform),
  },
  shareStrategy: 'loaded-first',
  plugins: [federationNetwork()],
});
