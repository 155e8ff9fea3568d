/**
 * Bundler plugin: records the platform's exports that a remote uses or a shell provides, as the bundler resolved them, and so the custom properties
 * of its styles. A shell that lacks one refuses the remote by that name, instead of failing somewhere inside it or losing its colours.
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
        const names = sorted(this.isHost ? namesOffered(compilation, this) : namesUsed(compilation, this));
        const { set, missing } = propertiesIn(textsOf(compilation));
        const properties = sorted(this.isHost ? set : missing);
        const text = JSON.stringify({ version: this.version, names, properties, shared: this.shared });
        compilation.emitAsset(recordFile, new sources.RawSource(text));
      });
    });
  }
}

/** Name of the record among the files of a build. */
export const recordFile = 'platform.json';

const sorted = (names) => [...names].sort((a, b) => (a < b ? -1 : 1));

const textsOf = (compilation) =>
  compilation
    .getAssets()
    .filter(({ name }) => /\.(js|css)$/.test(name))
    .map(({ source }) => source.source().toString());

/**
 * Reads the custom properties of styles and scripts: all that they set, by a declaration, a registration or a text that is one's name, and those
 * that they read without a fallback and do not set. A name that a script puts together stands for all that begin like it. Whether a text with
 * `var(--name)` is a style cannot be told: each counts.
 *
 * @param {readonly string[]} texts
 */
export function propertiesIn(texts) {
  const found = (...patterns) => [
    ...new Set(
      patterns.flatMap((pattern) =>
        texts.flatMap((text) => Array.from(text.matchAll(pattern), ([, name]) => name)),
      ),
    ),
  ];
  const set = found(
    /[{;\s"'`](--[a-z][\w-]*):/g,
    /@property\s+(--[a-z][\w-]*)/g,
    /(?<!getPropertyValue\()["'`](--[a-z][\w-]*)["'`]/g,
  );
  const beginnings = found(
    /(?:(?<!getPropertyValue\()`|[{;]\s*)(--[\w-]*)\$\{/g,
    /(?<!getPropertyValue\()["'](--[\w-]*)["'](?:\s*\+|\.concat\()/g,
  );
  const isSet = (name) => set.includes(name) || beginnings.some((beginning) => name.startsWith(beginning));
  return { set, missing: found(/var\((--[a-z][\w-]*)\)/g).filter((name) => !isSet(name)) };
}

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
