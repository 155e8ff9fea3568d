import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Bundler plugin: records the platform's exports that a remote uses or a shell provides, as the bundler resolved them, and so the custom properties
 * of its styles. A shell that lacks one refuses the remote by that name, instead of failing somewhere inside it or losing its colours.
 */
export class RecordPlatform {
  /**
   * @param {{ name: string, entry: string, tokens: string, version: string, isHost: boolean, shared?: Record<string, string> }} platform `name`:
   * its package; `entry`: its main file, for a shell; `tokens`: the folder of its styles with tokens; `shared`: versions of the packages that a
   * shell provides
   */
  constructor({ name, entry, tokens, version, isHost, shared }) {
    this.name = name;
    this.entry = entry;
    this.tokens = tokens;
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
        const { set, missing } = propertiesIn(textsOf(compilation), stylesIn(this.tokens));
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

const stylesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'));

/**
 * Reads the custom properties of styles and scripts: those that they set for certain (by a declaration, a registration, a key or a literal argument
 * of `setProperty`), and those that they read without a fallback and expect of a shell. A script that names another one, or its beginning, may set
 * or read it: a token is expected, anything else is its own. Whether a text with `var(--name)` is a style cannot be told: each counts.
 *
 * @param {readonly string[]} texts
 * @param {readonly string[]} tokenStyles styles that declare the tokens of every shell
 */
export function propertiesIn(texts, tokenStyles) {
  const set = found(
    texts,
    declared,
    /@property\s+(--[a-z][\w-]*)/g,
    /[{,[]\s*["'`](--[a-z][\w-]*)["'`]\]?\s*:/g,
    /setProperty\(\s*["'`](--[a-z][\w-]*)["'`]/g,
  );
  const tokens = found(tokenStyles, declared);
  const named = found(texts, /["'`](--[a-z][\w-]*)["'`]/g);
  const beginnings = found(texts, /[`{;\s](--[\w-]*)\$\{/g, /["'](--[\w-]*)["'](?:\s*\+|\.concat\()/g);
  const isNamed = (name) => named.includes(name) || beginnings.some((one) => name.startsWith(one));
  const isExpected = (name) => !set.includes(name) && (tokens.includes(name) || !isNamed(name));
  return { set, missing: found(texts, /var\((--[a-z][\w-]*)\)/g).filter(isExpected) };
}

const declared = /[{;\s"'`](--[a-z][\w-]*):/g;

const found = (texts, ...patterns) => [
  ...new Set(
    patterns.flatMap((pattern) =>
      texts.flatMap((text) => Array.from(text.matchAll(pattern), ([, name]) => name)),
    ),
  ),
];

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
