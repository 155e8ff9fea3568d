import type { RemoteVersion } from '../model/composition.ts';
import { waitForSilence } from './limit-files.ts';
import { isLostFile, RemoteError } from './remote-error.ts';
import type { RemoteModule } from './remote-module.ts';

/** Fetches a version's exposed module: through its federation container on the site, through anything else in tests. */
export type ModuleLoader = (version: RemoteVersion) => Promise<unknown>;

/** What the host promises remotes. */
export interface Platform {
  /** Its major version: a remote that was built for another one is refused. */
  contract: number;
  /** The language that every remote has texts in: the first of the site. */
  language: string;
  /** Its exports by name, possibly loaded with the code that only remotes need. */
  names: () => Promise<object>;
}

/** The longest silence of a whole remote: slightly longer than of one file. In milliseconds. */
const remoteSilence = 5_000;

/**
 * Loads one version of a remote and checks it against the platform contract.
 *
 * @param version the version to load, from the composition
 * @param load fetches its module
 * @param platform what it runs on
 * @returns the module, fit to be mounted
 * @throws RemoteError with the stage that failed
 */
export async function loadRemote(
  version: RemoteVersion,
  load: ModuleLoader,
  platform: Platform,
): Promise<RemoteModule> {
  const remote = { name: version.descriptor.name, version: version.version };
  if (version.descriptor.platform !== platform.contract) {
    const { platform: wanted } = version.descriptor;
    throw new RemoteError(
      remote,
      'contract',
      `built for platform ${wanted}, this site has ${platform.contract}`,
    );
  }
  const [names, exported] = await Promise.allSettled([platform.names(), giveUpInSilence(load(version))]);
  if (names.status === 'fulfilled') {
    const missing = version.built?.platform.names.filter((name) => !(name in names.value)) ?? [];
    if (missing.length > 0) {
      throw new RemoteError(
        remote,
        'contract',
        `needs ${missing.join(', ')} of platform ${version.built?.platform.version}, which this site has not`,
      );
    }
  }
  if (exported.status === 'rejected') {
    const { reason } = exported;
    throw new RemoteError(remote, isLostFile(reason) ? 'entry' : 'mount', String(reason), reason);
  }
  return checkModule(remote, exported.value, platform);
}

/** Checks by hand and not by zod: a validation library in the first load would cost more than all of this file (docs/decisions/0003). */
function checkModule(
  remote: { name: string; version: string },
  exported: unknown,
  { contract: served, language }: Platform,
): RemoteModule {
  const misfit = (reason: string) => new RemoteError(remote, 'contract', reason);
  const candidate = (exported as { remote?: Partial<RemoteModule> } | null)?.remote;
  if (typeof candidate !== 'object' || candidate === null) throw misfit('exports no `remote`');
  const { name, contract, routes, locales } = candidate;
  if (contract !== served) throw misfit(`speaks contract ${contract}, this site ${served}`);
  if (name !== remote.name) throw misfit(`calls itself ${name}`);
  if (!Array.isArray(routes) || routes.length === 0) throw misfit('has no routes');
  for (const route of routes) {
    if (typeof route?.path !== 'string' || typeof route.Component !== 'function')
      throw misfit(`has a route without path or component: ${JSON.stringify(route)}`);
  }
  if (typeof locales?.[language] !== 'function') throw misfit(`has no texts in ${language}`);
  // Every field was just checked.
  return candidate as RemoteModule;
}

async function giveUpInSilence<T>(work: Promise<T>): Promise<T> {
  const { silence, stop } = waitForSilence(remoteSilence);
  const deadline = silence.then(() => {
    throw new DOMException(`No answer in ${remoteSilence} ms`, 'TimeoutError');
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    stop();
  }
}
