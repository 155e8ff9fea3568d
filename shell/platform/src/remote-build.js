import { remoteOptions as optionsOf } from '@frens/compose/build';

/** Libraries that exist once on a page. Everything else a remote needs from outside comes through the platform (docs/decisions/0003). */
export const singletons = ['react', 'react-dom', '@frens/platform'];

/**
 * Options of a remote's federation plugin, for any bundler. The shell provides the shared libraries: `import: false`.
 *
 * @param {string} name of the remote, as in `mf-events`
 * @param {string} number its version, as in `0.1.0`
 */
export const remoteOptions = (name, number) => optionsOf(name, number, singletons);
