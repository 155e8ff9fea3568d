import type { RemoteVersion } from '@frens/contract/composition';
import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { preloadFile } from './preload-file.ts';

/** Fetches a remote's exposed module through the federation runtime. */
export async function federationLoader({ mf, base, files }: RemoteVersion): Promise<unknown> {
  // The runtime learns from the entry what the module's own files are: they are asked for beside it, not after it.
  for (const file of files?.exposed ?? []) preloadFile(base + file);
  registerRemotes([
    { name: mf, entry: new URL(base + (files?.entry ?? 'remoteEntry.js'), location.href).href },
  ]);
  return loadRemote(`${mf}/remote`);
}
