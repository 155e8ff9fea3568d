import type { Composition } from '../model/composition.ts';
import { entryOf } from './composition-plugin.ts';
import type { ModuleLoader } from './load-remote.ts';
import { versionsIn } from './page-composition.ts';
import { preloadFile } from './preload-file.ts';

/** The shared libraries by import name, which the host provides. */
export type SharedLibraries = Record<string, { version: string; library: object }>;

/**
 * Creates the loader of remotes' exposed modules. The federation runtime is itself loaded lazily with the first remote, so that
 * the host's own pages never wait for it.
 *
 * @param shared the packages that the host provides to all remotes; a chunk named `federation` is loaded with the runtime
 */
export function createFederationLoader(
  composition: Composition,
  shared: () => Promise<SharedLibraries>,
): ModuleLoader {
  return async (version) => {
    const { mf, base, files } = version;
    const ahead = [...(files?.imports ?? []), ...(files?.exposed ?? [])];
    // The runtime reads the module's files from the entry and fetches them in parallel.
    for (const file of [entryOf(version), ...ahead.map((name) => base + name)]) preloadFile(file);
    const [{ startFederation }, libraries] = await Promise.all([
      import(/* webpackChunkName: "federation" */ './federation.ts'),
      shared(),
    ]);
    return startFederation(versionsIn(composition), libraries).loadRemote(`${mf}/remote`);
  };
}
