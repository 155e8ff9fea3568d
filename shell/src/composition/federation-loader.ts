import type { RemoteVersion } from '@frens/contract/composition';
import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { inlinedManifests } from './inlined-manifests.ts';

/** Fetches a remote's exposed module through the federation runtime. */
export async function federationLoader({ mf, base, manifest }: RemoteVersion): Promise<unknown> {
  const entry = new URL(`${base}mf-manifest.json`, location.href).href;
  if (manifest) inlinedManifests.set(entry, manifest);
  registerRemotes([{ name: mf, entry }]);
  return loadRemote(`${mf}/remote`);
}
