import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { RemoteVersion } from '../model/composition.ts';

/**
 * A federation runtime plugin that registers the versions of the page's composition, and no others, with their addresses.
 * Integrity comes from `enforceIntegrity`, time-outs from `limitFiles`, fallbacks from `RemoteLoads`.
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
        ...(version.files?.isModule && { type: 'module' as const }),
      }));
      return { ...options, userOptions: { ...options.userOptions, remotes } };
    },
    createScript({ url }) {
      const script = Object.assign(document.createElement('script'), { src: url, async: true });
      return { script, timeout: loaderTimeout };
    },
  };
}

/** The runtime's own time-out; `limitFiles` gives up earlier. As `chunkLoadTimeout` of the bundler. In milliseconds. */
const loaderTimeout = 600_000;

/** The URL of a version's container, which has a fixed name in development. */
export const entryOf = ({ base, files }: RemoteVersion): string => base + (files?.entry ?? 'remoteEntry.js');
