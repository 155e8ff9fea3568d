import type { RemoteVersion } from '@frens/contract/composition';
import { loadContainer } from './container.ts';
import { preloadFile } from './preload-file.ts';

/**
 * Fetches a remote's exposed module from its federation container. A version of before containers brought all they need takes the federation
 * runtime from the page, which comes with the first of them.
 */
export async function federationLoader({ mf, base, files }: RemoteVersion): Promise<unknown> {
  const entry = base + (files?.entry ?? 'remoteEntry.js');
  // The container learns only when it runs what the module's own files are: all are asked for side by side, not one after the other.
  for (const file of [entry, ...(files?.exposed ?? []).map((name) => base + name)]) preloadFile(file);
  if (files && !files.hasRuntime) {
    const { federation } = await import(/* webpackChunkName: "federation" */ './federation.ts');
    federation.registerRemotes([{ name: mf, entry: new URL(entry, location.href).href }]);
    return federation.loadRemote(`${mf}/remote`);
  }
  const container = await loadContainer(mf, entry);
  const makeModule = await container.get('./remote');
  return makeModule();
}
