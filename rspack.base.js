import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  federationName,
  hashPlaceholder,
  NameClassesByContent,
  RecordFiles,
  RecordPlatform,
  TakeOwnChunks,
} from '@frens/compose/build';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { trimmedLibraries } from './scripts/trimmed-libraries.js';
import { remoteOptions, singletons } from './shell/platform/src/remote-build.js';

/** The workspace's prerendering build, among a version's files. */
const renderFile = 'render.cjs';

const root = path.dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);

/** Parts of the federation plugin's runtime that no container of this site calls. */
const unusedRuntime =
  /^(\.\/(remotes|init|installInitialConsumes|getSharedFallbackGetter|updateOptions)\.js|@module-federation\/runtime)$/;

/** Parts of the federation runtime that read federation manifests. */
const manifestParts = /\/(plugins\/(snapshot\/SnapshotHandler|generate-preload-assets)|utils\/preload)\.js$/;

/**
 * Removes the federation plugin's runtime from a container, which uses the page's (shell/compose/src/browser/federation.ts): 5 kB gzip
 * in each.
 */
class ShareBundlerRuntime {
  apply(compiler) {
    new rspack.ExternalsPlugin('var', ({ request }, done) =>
      /@module-federation.webpack-bundler-runtime/.test(request)
        ? done(null, 'globalThis._FEDERATION_BUNDLER_RUNTIME()')
        : done(),
    ).apply(compiler);
    // The plugin's entry is a data URL with the runtime's absolute path, but module ids must not depend on the repository's location.
    const [absolute, relative] = [root, path.relative(compiler.context, root)].map(encodeURIComponent);
    new rspack.NormalModuleReplacementPlugin(/!=!data:text\/javascript,/, (resource) => {
      resource.request = resource.request.replaceAll(absolute, relative);
    }).apply(compiler);
  }
}

/** The oldest supported browsers: those with `@layer`, `:has`, nesting and ES2022. */
const browsers = ['chrome >= 120', 'edge >= 120', 'firefox >= 121', 'safari >= 17.2'];

/** Class and keyframe names are local to their file. Custom properties are global, because tokens are shared by name; so are grid areas, whose shorthand would not be renamed. */
const cssParser = { namedExports: false, dashedIdents: false, grid: false };

/** Hot reload of texts. */
const editableTexts = {
  test: /[/\\](mf-[^/\\]+|shell|contract|members)[/\\]locales[/\\](\w+[/\\])?\w+\.json$/,
  type: 'javascript/auto',
  loader: path.join(root, 'scripts/dev/texts-loader.js'),
};

/** Enables tree shaking of the router: otherwise its forms, fetchers and server components, 1.3 kB, stay in the first page's scripts. */
const pureRouter = {
  test: /[/\\]react-router[/\\]dist[/\\]production[/\\]/,
  loader: path.join(root, 'scripts/pure-calls-loader.js'),
};

/**
 * Lets Chromium compile a script's functions while it comes, beside the main thread, instead of one by one as a page calls them: a quarter
 * of what that thread does until a page is hydrated. The comment must come first in a file, and the minimizer would drop it.
 */
const compiledAhead = () =>
  new rspack.BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    test: /\.js$/,
    // Texts have no functions.
    exclude: /texts-/,
    stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  });

/** Fails a build in which a rule for a library matches no file: after a renaming the library would be bundled in full unnoticed. */
class ExpectModules {
  /** @param {RegExp[]} paths one module at least has each */
  constructor(paths) {
    this.paths = paths;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ExpectModules', (compilation) => {
      compilation.hooks.finishModules.tap('ExpectModules', (modules) => {
        const resources = [...modules].map(({ resource = '' }) => resource);
        for (const wanted of this.paths.filter((one) => !resources.some((resource) => one.test(resource))))
          compilation.errors.push(
            new rspack.WebpackError(`No module is ${wanted}: its rule in rspack.base.js needs the new name.`),
          );
      });
    });
  }
}

/**
 * The shared configuration of all builds.
 *
 * @param {{ dir: string, name: string, publicPath: string, uniqueName: string, dev: boolean, isHost: boolean, plugins: import('@rspack/core').RspackPluginInstance[], entry: Record<string, string> }} app
 * @returns {import('@rspack/core').Configuration}
 */
function baseConfig({ dir, name, publicPath, uniqueName, dev, entry, plugins }) {
  const source = (file) => path.join(dir, file);
  // The prefix separates class names of separately built apps, the hash those of files and of versions. Without `[name]`, which would put
  // the dot of `.module` into every name, and not all tools escape it.
  const localIdentName = `${name}-[local]-[hash:base64:5]`;
  // An edited stylesheet is requested by its old name.
  const file = dev ? '[name]' : '[name].[contenthash:8]';
  return {
    name,
    context: dir,
    mode: dev ? 'development' : 'production',
    // Source maps are stored beside the version and never served (docs/decisions/0157), so scripts do not reference them.
    devtool: dev ? 'cheap-module-source-map' : 'hidden-source-map',
    target: ['web', 'es2022'],
    entry,
    lazyCompilation: false,
    output: {
      path: source('dist'),
      publicPath,
      uniqueName,
      // The store validates file names by this pattern.
      hashFunction: 'sha256',
      // Shared by all versions, so that unchanged modules keep their content.
      chunkLoadingGlobal: `rspackChunk${name.replaceAll('-', '_')}`,
      filename: `${file}.js`,
      chunkFilename: `${file}.js`,
      cssFilename: `${file}.css`,
      cssChunkFilename: `${file}.css`,
      assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
      // Paths in the repository: the default contains the build's name, which has no version yet.
      ...(!dev && { devtoolModuleFilenameTemplate: `${path.basename(dir)}/[resource-path]` }),
      crossOriginLoading: 'anonymous',
      // The shell has its own timeout, which tolerates slow transfers (shell/compose/src/browser/limit-files.ts).
      chunkLoadTimeout: 600_000,
      // The prerendering build is in the same folder.
      clean: { keep: renderFile },
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.jsx', '.js'],
      // The package's main entry is its development build, whatever the mode.
      alias: dev
        ? {}
        : {
            'react-router$': require
              .resolve('react-router/package.json')
              .replace('package.json', 'dist/production/index.mjs'),
          },
    },
    module: {
      parser: { 'css/auto': cssParser, 'css/module': cssParser },
      generator: { 'css/auto': { localIdentName }, 'css/module': { localIdentName } },
      rules: [
        {
          test: /\.[jt]sx?$/,
          exclude: /node_modules/,
          type: 'javascript/auto',
          loader: 'builtin:swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              target: 'es2022',
              transform: { react: { runtime: 'automatic', development: dev, refresh: dev } },
            },
          },
        },
        { test: /\.css$/, type: 'css/auto' },
        ...(dev ? [editableTexts] : [pureRouter, ...trimmedLibraries]),
        { test: /\.(svg|png|webp|woff2)$/, type: 'asset/resource' },
      ],
    },
    optimization: {
      // A failed compilation emits nothing: the next successful one updates the page.
      emitOnErrors: false,
      moduleIds: 'deterministic',
      chunkIds: dev ? 'named' : 'deterministic',
      // The shortest names save 1.7 kB (brotli) on every first page; a new export may rename others and change their files.
      mangleExports: !dev && 'size',
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({ minimizerOptions: { compress: { passes: 3 } } }),
        // Without targets the minimizer duplicates every logical property for browsers that lack them.
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: browsers } }),
      ],
    },
    performance: false,
    plugins: [
      ...plugins,
      ...(dev ? [new ReactRefreshRspackPlugin()] : [new NameClassesByContent(), compiledAhead()]),
    ].filter(Boolean),
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
  };
}

/** Placeholder of a build's version, replaced when its hash is known (docs/decisions/0327). */
function futureVersion(dir) {
  return `${versionOf(dir)}-${hashPlaceholder}`;
}

const versionOf = (dir) => JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8')).version;
const recordPlatform = (isHost) =>
  new RecordPlatform({
    name: '@frens/platform',
    entry: path.join(root, 'shell/platform/src/public.ts'),
    tokens: path.join(root, 'design-system/tokens'),
    version: versionOf(path.join(root, 'shell/platform')),
    isHost,
    shared: isHost
      ? Object.fromEntries(singletons.map((name) => [name, versionOf(path.join(root, 'node_modules', name))]))
      : undefined,
  });

const partsOf = (...names) => ({ chunks: ({ name }) => names.includes(name), minChunks: 2, enforce: true });

/** Modules of two chunks on one page are shared; everything else stays in one file per chunk, which compresses best. */
const sharedParts = {
  default: false,
  defaultVendors: false,
  landing: { ...partsOf('landing', 'federation'), priority: 1 },
  frame: partsOf('frame', 'federation'),
};

/** The host's HTML with its inline script minified, which every page sends before its content: 1.7 kB less (brotli). */
function minifiedTemplate(dir) {
  const html = readFileSync(path.join(dir, 'public/index.html'), 'utf8');
  const minify = (code) => rspack.experiments.swc.minifySync(code, { compress: true, mangle: true }).code;
  return html.replace(/(?<=<script>)[^]*?(?=<\/script>)/, minify);
}

/**
 * The host's build. The server inserts the live composition into its HTML.
 *
 * @param {string} dir folder of the workspace
 * @param {{ dev?: boolean }} [options]
 */
export function hostConfig(dir, { dev = false } = {}) {
  const version = dev ? 'dev' : futureVersion(dir);
  const config = baseConfig({
    dir,
    name: 'shell',
    uniqueName: 'shell',
    publicPath: `/shell/${version}/`,
    dev,
    entry: { main: './src/index.ts' },
    plugins: [
      !dev && recordPlatform(true),
      !dev && new RecordFiles(),
      new rspack.HtmlRspackPlugin({
        ...(dev ? { template: './public/index.html' } : { templateContent: minifiedTemplate(dir) }),
        scriptLoading: 'defer',
        minify: false,
        favicon: './public/favicon.svg',
      }),
      new rspack.DefinePlugin({
        // The federation runtime for browsers only, without manifest support: the composition lists a remote's files
        // (docs/decisions/0089).
        ENV_TARGET: JSON.stringify('web'),
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true,
        FEDERATION_OPTIMIZE_NO_REMOTE: false,
        FEDERATION_OPTIMIZE_NO_SHARED: false,
      }),
      new rspack.NormalModuleReplacementPlugin(unusedRuntime, (resource) => {
        if (resource.context.includes('webpack-bundler-runtime'))
          resource.request = path.join(root, 'shell/compose/src/browser/container-runtime.js');
      }),
      new rspack.NormalModuleReplacementPlugin(manifestParts, (resource) => {
        if (resource.context.includes('runtime-core'))
          resource.request = path.join(root, 'shell/compose/src/browser/runtime-without-manifests.js');
      }),
      !dev &&
        new ExpectModules([
          ...[pureRouter, ...trimmedLibraries].map(({ test }) => test),
          /container-runtime\.js$/,
          /runtime-without-manifests\.js$/,
        ]),
    ],
  });
  if (!dev) config.optimization.splitChunks = { cacheGroups: sharedParts };
  return config;
}

/**
 * A remote's build: one exposed module, `./remote`.
 *
 * @param {string} dir folder of the workspace, which holds `remote.json`
 * @param {{ dev?: boolean }} [options]
 */
export function remoteConfig(dir, { dev = false } = {}) {
  const name = path.basename(dir);
  const version = dev ? 'dev' : futureVersion(dir);
  const mf = federationName(name, version);
  return baseConfig({
    dir,
    name,
    uniqueName: mf,
    publicPath: dev ? `/remotes/${name}/dev/` : 'auto',
    dev,
    entry: {},
    plugins: [
      new ModuleFederationPlugin({
        ...remoteOptions(name, versionOf(dir)).federation,
        name: mf,
        // The only script that contains the version.
        filename: dev ? 'remoteEntry.js' : `remoteEntry.${hashPlaceholder}.js`,
        exposes: { './remote': { import: './src/remote.tsx', name: 'exposed' } },
        // For other hosts and tools; pages use the composition.
        manifest: !dev,
        dev: false,
      }),
      new ShareBundlerRuntime(),
      !dev && new TakeOwnChunks(),
      // Bundles rare design-system components with the remote; their dependencies come from the platform.
      new rspack.NormalModuleReplacementPlugin(/^@frens\/design-system$/, '@frens/platform'),
      !dev && recordPlatform(false),
      !dev && new RecordFiles(),
    ],
  });
}

/**
 * Prerendering build of a workspace: one file that needs neither a browser nor Node, with the class names and URLs
 * of its browser build. Functions keep their names, for readable failures.
 *
 * @param {import('@rspack/core').Configuration} browser build of the workspace
 */
export function renderConfig(browser) {
  const { name } = browser;
  const isHost = name === 'shell';
  return {
    ...browser,
    name: `${name} rendered`,
    devtool: false,
    target: ['node20', 'es2022'],
    entry: { render: isHost ? './src/render.tsx' : './src/remote.tsx' },
    output: {
      path: browser.output.path,
      filename: renderFile,
      uniqueName: browser.output.uniqueName,
      hashFunction: browser.output.hashFunction,
      publicPath: isHost ? browser.output.publicPath : `/remotes/${name}/files/`,
      assetModuleFilename: browser.output.assetModuleFilename,
      library: { type: 'commonjs2' },
    },
    externalsType: 'commonjs',
    externals: isHost
      ? {}
      : {
          ...Object.fromEntries([...singletons, 'react/jsx-runtime'].map((name) => [name, name])),
          '@frens/design-system': '@frens/platform',
        },
    module: {
      ...browser.module,
      // A single file.
      parser: { ...browser.module.parser, javascript: { dynamicImportMode: 'eager' } },
      generator: {
        'css/auto': { ...browser.module.generator['css/auto'], exportsOnly: true },
        'css/module': { ...browser.module.generator['css/module'], exportsOnly: true },
        'asset/resource': { emit: false },
      },
    },
    optimization: {
      // Without comments, which do not count for a version (docs/decisions/0327).
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          minimizerOptions: { compress: false, mangle: false, format: { comments: false } },
        }),
      ],
    },
    plugins: [new NameClassesByContent()],
  };
}

/**
 * Standalone development build of a remote: no host, no federation.
 *
 * @param {string} dir folder of the workspace, which holds `dev/index.tsx`
 * @param {{ against?: string }} [options] `against` is the site that answers its calls; mocks do without it
 */
export function standaloneConfig(dir, { against = '' } = {}) {
  const name = path.basename(dir);
  return baseConfig({
    dir,
    name,
    uniqueName: `${name}__standalone`,
    publicPath: '/',
    dev: true,
    entry: { main: './dev/index.tsx' },
    plugins: [
      new rspack.HtmlRspackPlugin({ template: path.join(root, 'shell/public/standalone.html') }),
      new rspack.DefinePlugin({ 'process.env.AGAINST': JSON.stringify(against) }),
    ],
  });
}

/**
 * The development panel, which frames the mocked site or a standalone remote.
 *
 * @param {{ name: string, paths: string[] }[]} remotes those that it can show, with their pages
 * @param {{ commit: string, against?: string }} options what is checked out, for reports; the other as of `standaloneConfig`
 */
export function panelConfig(remotes, { commit, against = '' }) {
  const dir = path.join(root, 'shell/platform');
  return baseConfig({
    dir,
    name: 'panel',
    uniqueName: 'mock_panel',
    publicPath: panelBase,
    dev: true,
    entry: { panel: './src/testing/panel/index.tsx' },
    plugins: [
      new rspack.HtmlRspackPlugin({
        template: path.join(root, 'shell/public/standalone.html'),
        title: 'Frens',
      }),
      new rspack.DefinePlugin({
        'process.env.AGAINST': JSON.stringify(against),
        'process.env.PANEL_REMOTES': JSON.stringify(remotes),
        'process.env.PANEL_COMMIT': JSON.stringify(commit),
      }),
    ],
  });
}

/** The path of the panel's files. */
export const panelBase = '/__panel/';
