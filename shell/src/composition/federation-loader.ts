import type { RemoteVersion } from '@frens/contract/composition';
import { preloadFile } from './preload-file.ts';

/**
 * Fetches a remote's exposed module through the federation runtime, which itself comes with the first remote: no page of the shell's own
 * waits for it.
 */
export async function federationLoader({ mf, base, files }: RemoteVersion): Promise<unknown> {
  const entry = base + (files?.entry ?? 'remoteEntry.js');
  // The runtime learns from the entry what the module's own files are: all are asked for side by side, not one after the other.
  for (const file of [entry, ...(files?.exposed ?? []).map((name) => base + name)]) preloadFile(file);
  const { federation } = await import(/* webpackChunkName: "federation" */ './federation.ts');
  federation.registerRemotes([{ name: mf, entry: new URL(entry, location.href).href }]);
  return federation.loadRemote(`${mf}/remote`);
}
