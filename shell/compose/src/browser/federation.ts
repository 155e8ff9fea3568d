import { createInstance, type ModuleFederation } from '@module-federation/enhanced/runtime';
import * as runtimeCore from '@module-federation/runtime-core';
import { attachShareScopeMap, bundlerRuntime } from '@module-federation/webpack-bundler-runtime';
import type { RemoteVersion } from '../model/composition.ts';
import { compositionPlugin } from './composition-plugin.ts';
import type { SharedLibraries } from './federation-loader.ts';

// The parts of the federation runtime that containers take from the page: the core (`externalRuntime`), as from a host with
// `provideExternalRuntime`, and the rest (`ShareBundlerRuntime`), a copy for each container, because it holds the container's options.
Object.assign(globalThis, {
  _FEDERATION_RUNTIME_CORE: runtimeCore,
  _FEDERATION_BUNDLER_RUNTIME: () => ({
    runtime: { init: createInstance },
    attachShareScopeMap,
    bundlerRuntime: { ...bundlerRuntime, S: {} },
  }),
});

/** A shared singleton. The gate checks versions at publishing; the runtime need not. */
const singleton = ({ version, library }: SharedLibraries[string]) => ({
  version,
  lib: () => library,
  shareConfig: { singleton: true, requiredVersion: false as const, eager: true },
});

let federation: ModuleFederation | undefined;

/**
 * Starts the federation runtime, or returns the running one: a page has one.
 *
 * @param versions all of the page's composition
 * @param shared the packages that the host provides to all remotes
 */
export function startFederation(
  versions: readonly RemoteVersion[],
  shared: SharedLibraries,
): ModuleFederation {
  federation ??= createInstance({
    name: 'shell',
    remotes: [],
    shared: Object.fromEntries(Object.entries(shared).map(([name, library]) => [name, singleton(library)])),
    shareStrategy: 'loaded-first',
    plugins: [compositionPlugin(versions)],
  });
  return federation;
}
