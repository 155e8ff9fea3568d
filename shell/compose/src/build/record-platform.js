/**
 * Bundler plugin: records the platform's exports that a remote uses or a shell provides, as the bundler resolved them. A shell that lacks one
 * refuses the remote by that name, instead of failing somewhere inside it.
 */
export class RecordPlatform {
  /**
   * @param {{ name: string, entry: string, version: string, isHost: boolean, shared?: Record<string, string> }} platform `name`: its package;
   * `entry`: its main file, for a shell; `shared`: versions of the packages that a shell provides
   */
  constructor({ name, entry, version, isHost, shared }) {
    this.name = name;
    this.entry = entry;
    this.shared = shared;
    this.version = version;
    this.isHost = isHost;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.rspack;
    compiler.hooks.compilation.tap('RecordPlatform', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'RecordPlatform', stage }, () => {
        const names = [
          ...(this.isHost ? namesOffered(compilation, this) : namesUsed(compilation, this)),
        ].sort((a, b) => (a < b ? -1 : 1));
        const text = JSON.stringify({ version: this.version, names, shared: this.shared });
        compilation.emitAsset(recordFile, new sources.RawSource(text));
      });
    });
  }
}

/** Name of the record among the files of a build. */
export const recordFile = 'platform.json';

function namesOffered({ modules, moduleGraph }, { name, entry }) {
  for (const module of modules) {
    if (!module.resource?.endsWith(entry)) continue;
    const names = moduleGraph.getProvidedExports(module);
    if (Array.isArray(names)) return names;
  }
  throw new Error(`The build does not show the exports of ${name}.`);
}

function namesUsed({ modules, moduleGraph }, { name: platform }) {
  const names = new Set();
  for (const module of modules) {
    const id = module.identifier();
    if (!id.startsWith('consume shared module') || !id.includes(` ${platform}@`)) continue;
    for (const { dependency } of moduleGraph.getIncomingConnections(module)) {
      // The import itself has no names; each use is another dependency. `session.refresh` is a use of `session`.
      const [name] = dependency.ids ?? [];
      if (name) names.add(name);
    }
  }
  return names;
}
