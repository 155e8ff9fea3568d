import type { RemoteVersion } from '@frens/contract/composition';
import * as platform from '@frens/platform';
import { platformContract } from '@frens/platform/internal';
import { createInstance, type ModuleFederation } from '@module-federation/enhanced/runtime';
import * as runtimeCore from '@module-federation/runtime-core';
import * as react from 'react';
import * as reactDom from 'react-dom';
import { compositionPlugin } from './composition-plugin.ts';

// Does what `provideExternalRuntime` does: containers built with `externalRuntime` take the runtime's core from here.
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });

/** A shared singleton. The gate checks versions at publishing; the runtime need not. */
const singleton = (version: string, library: object) => ({
  version,
  lib: () => library,
  shareConfig: { singleton: true, requiredVersion: false as const, eager: true },
});

let federation: ModuleFederation | undefined;

/**
 * Starts the federation runtime, or returns the running one: a page has one.
 *
 * @param versions all of the page's composition
 */
export function startFederation(versions: readonly RemoteVersion[]): ModuleFederation {
  federation ??= createInstance({
    name: 'shell',
    remotes: [],
    shared: {
      react: singleton(react.version, react),
      'react-dom': singleton(reactDom.version, reactDom),
      '@frens/platform': singleton(`${platformContract}.0.0`, platform),
    },
    shareStrategy: 'loaded-first',
    plugins: [compositionPlugin(versions)],
  });
  return federation;
}
