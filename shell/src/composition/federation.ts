import { createInstance } from '@module-federation/enhanced/runtime';
import * as runtimeCore from '@module-federation/runtime-core';
import { federationNetwork } from './federation-network.ts';
import { sharedLibraries } from './shared-libraries.ts';

// The containers that need a runtime were built without its core and take it from here.
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });

/** A library that is on the page already and exists once. */
const single = (version: string, library: object) => ({
  version,
  lib: () => library,
  shareConfig: { singleton: true, requiredVersion: false as const, eager: true },
});

/** The federation runtime for versions that were published when containers did not bring their own (docs/decisions/0211). */
export const federation = createInstance({
  name: 'shell',
  remotes: [],
  shared: Object.fromEntries(
    sharedLibraries.map(({ name, version, library }) => [name, single(version, library)]),
  ),
  shareStrategy: 'loaded-first',
  plugins: [federationNetwork()],
});
