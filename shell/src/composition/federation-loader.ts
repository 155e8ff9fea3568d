import type { Composition } from '@frens/contract/composition';
import { entryOf } from './composition-plugin.ts';
import type { ModuleLoader } from './load-remote.ts';
import { versionsIn } from './page-composition.ts';
import { preloadFile } from './preload-file.ts';

/**
 * Makes what fetches the exposed modules of remotes: the federation runtime, which itself comes with the first of them, so that no page of
 * the shell's own waits for it.
 */
export function createFederationLoader(composition: Composition): ModuleLoader {
  return async (version) => {
    const { mf, base, files } = version;
    // The runtime learns from the entry which files the module has: all are asked for side by side, not one after the other.
    for (const file of [entryOf(version), ...(files?.exposed ?? []).map((name) => base + name)])
      preloadFile(file);
    const { startFederation } = await import(/* webpackChunkName: "federation" */ './federation.ts');
    return startFederation(versionsIn(composition)).loadRemote(`${mf}/remote`);
  };
}
