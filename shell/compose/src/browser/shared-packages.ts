import type { RemoteVersion } from '../model/composition.ts';
import type { SharedLibraries } from './federation-loader.ts';

/** A version of a shared package on this page, its provider, and the containers that use it. */
export interface SharedPackage {
  name: string;
  version: string;
  from: string;
  usedIn: string[];
}

/**
 * Lists the packages that are shared on this page. Loads the federation runtime, if no remote has.
 *
 * @param versions all of the page's composition
 * @param shared the packages that the host provides to all remotes
 */
export async function readSharedPackages(
  versions: readonly RemoteVersion[],
  shared: () => Promise<SharedLibraries>,
): Promise<SharedPackage[]> {
  const { startFederation } = await import(/* webpackChunkName: "federation" */ './federation.ts');
  return Object.entries(startFederation(versions, await shared()).shareScopeMap.default ?? {}).flatMap(
    ([name, versions]) =>
      Object.entries(versions).map(([version, { from, useIn }]) => ({ name, version, from, usedIn: useIn })),
  );
}
