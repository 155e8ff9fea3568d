import type { RemoteVersion } from '@frens/contract/composition';
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

/**
 * Gives the federation runtime the composition of the page: the versions that it may load, which are all it knows, and their addresses.
 * Hashes come from `enforceIntegrity`, time limits from `limitFiles`, fallbacks from `RemoteLoads`.
 *
 * @param versions all of the page's composition, those to fall back to as well
 */
export function compositionPlugin(versions: readonly RemoteVersion[]): ModuleFederationRuntimePlugin {
  return {
    name: 'composition',
    beforeInit(options) {
      const remotes = versions.map((version) => ({
        name: version.mf,
        entry: new URL(entryOf(version), location.href).href,
      }));
      return { ...options, userOptions: { ...options.userOptions, remotes } };
    },
    createScript({ url }) {
      const script = Object.assign(document.createElement('script'), { src: url, async: true });
      return { script, timeout: loaderTimeout };
    },
  };
}

/** What the runtime would wait; `limitFiles` gives up before. As `chunkLoadTimeout` in rspack.base.js. In milliseconds. */
const loaderTimeout = 600_000;

/** The address of a version's container, which has a fixed name in development. */
export const entryOf = ({ base, files }: RemoteVersion): string => base + (files?.entry ?? 'remoteEntry.js');
