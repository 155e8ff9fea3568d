import type { RemoteVersion } from '../model/composition.ts';
import { loadRemote, type ModuleLoader, type Platform } from './load-remote.ts';
import { measurePhase } from './measure-phase.ts';
import { fetchScreen } from './remote-arrivals.ts';
import { RemoteError } from './remote-error.ts';
import type { RemoteModule } from './remote-module.ts';

/** How the parts of a version are loaded. */
export interface VersionSource {
  load: ModuleLoader;
  /** What the host promises remotes. */
  platform: Platform;
  /** Registers a remote's texts before it is shown. */
  addTexts: (namespace: string, locales: RemoteModule['locales']) => Promise<void>;
}

/**
 * Fetches one version of a remote with its texts.
 *
 * @param pathname page whose code is fetched with it
 * @returns its module, or why it cannot be shown
 */
export async function fetchVersion(
  version: RemoteVersion,
  { load, platform, addTexts }: VersionSource,
  pathname?: string,
): Promise<RemoteModule | RemoteError> {
  const { name } = version.descriptor;
  const at = { name, version: version.version };
  try {
    const asked = performance.now();
    const module = await loadRemote(version, load, platform);
    const arrived = performance.now();
    measurePhase(name, 'module', asked);
    // In parallel with the texts.
    if (pathname !== undefined) void prefetchScreen(module, pathname);
    await addTexts(name, module.locales).catch((cause: unknown) => {
      throw new RemoteError(at, 'entry', 'its texts did not load', cause);
    });
    measurePhase(name, 'texts', arrived);
    return module;
  } catch (cause) {
    return cause instanceof RemoteError ? cause : new RemoteError(at, 'mount', String(cause), cause);
  }
}

/** Preloads a screen's code. */
export async function prefetchScreen(module: RemoteModule, pathname: string): Promise<void> {
  const asked = performance.now();
  await fetchScreen(module, pathname).then(
    () => measurePhase(module.name, 'screen', asked),
    () => {
      // Not a failure yet: the screen retries when it is opened, and reports then.
    },
  );
}
