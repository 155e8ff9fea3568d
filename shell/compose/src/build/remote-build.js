/** The placeholder for a build's own hash: as long as the hash, and valid in an identifier. */
export const hashPlaceholder = 'BUILDHASH0';

/**
 * The federation name of a version. It must be a JavaScript identifier and carry the version (docs/decisions/0327).
 *
 * @param {string} name of the remote
 * @param {string} version of the build
 */
export function federationName(name, version) {
  return `${name}__${version}`.replace(/[^A-Za-z0-9]+/g, '_');
}

/**
 * Options of a remote's federation plugin, for every bundler. The shell provides the shared libraries, so remotes bundle none (`import: false`).
 *
 * @param {string} name of the remote, as in `mf-events`
 * @param {string} number its version, as in `0.1.0`
 * @param {readonly string[]} singletons libraries that exist once on a page
 */
export function remoteOptions(name, number, singletons) {
  const version = `${number}-${hashPlaceholder}`;
  return {
    /** The public path, for bundlers that need one. */
    base: `/remotes/${name}/${version}/`,
    federation: {
      name: federationName(name, version),
      filename: 'remoteEntry.js',
      exposes: { './remote': './src/remote.tsx' },
      shared: Object.fromEntries(
        singletons.map((library) => [library, { singleton: true, requiredVersion: false, import: false }]),
      ),
      shareStrategy: 'loaded-first',
      manifest: true,
      dts: false,
      // The shell provides the runtime's core (shell/compose/src/browser/federation.ts), and a remote has no remotes.
      experiments: {
        externalRuntime: true,
        optimization: { target: 'web', disableRemote: true, disableSnapshot: true },
      },
    },
  };
}
