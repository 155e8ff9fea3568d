import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rspack } from '@rspack/core';

// Bundles the server into one file: loading a thousand modules, and our TypeScript through tsx, dominated startup (docs/decisions/0141).
const root = path.dirname(fileURLToPath(import.meta.url));

/** Packages with native code, or with worker files of their own. */
const ownFiles = ['embedded-mongo', 'sharp', 'tinypool'];

/** Optional packages of the MongoDB driver, which it loads with `require` if an operator has installed them. */
const optionalOfDriver = [
  '@aws-sdk/credential-providers',
  '@mongodb-js/zstd',
  'gcp-metadata',
  'kerberos',
  'mongodb-client-encryption',
  'snappy',
  'socks',
];

const commands = ['backup', 'export-site', 'jobs', 'moderate', 'restore', 'seed', 'verify'];

const compiler = rspack({
  // Keeps names for readable stacks.
  mode: 'none',
  optimization: {
    usedExports: true,
    providedExports: true,
    sideEffects: true,
    splitChunks: { chunks: 'all', cacheGroups: { shared: { name: 'shared', minChunks: 2, enforce: true } } },
  },
  target: 'node20',
  context: root,
  entry: {
    server: './src/server.ts',
    ...Object.fromEntries(commands.map((name) => [name, `./src/scripts/${name}.ts`])),
  },
  output: {
    path: path.join(root, 'dist'),
    filename: '[name].js',
    module: true,
    library: { type: 'module' },
    clean: true,
  },
  experiments: { outputModule: true },
  plugins: [
    // Run unbundled in a separate process (shell/compose/src/render/render-pages.ts).
    new rspack.CopyRspackPlugin({
      patterns: [
        { context: path.join(root, '../shell/compose/src/render'), from: '*.js', to: '[name][ext]' },
      ],
    }),
  ],
  externals: [
    ownFiles,
    Object.fromEntries(optionalOfDriver.map((name) => [name, `node-commonjs ${name}`])),
  ].flat(),
  externalsType: 'module-import',
  resolve: { extensions: ['...', '.ts', '.tsx'], conditionNames: ['node', 'import', 'require', 'default'] },
  module: {
    parser: { javascript: { url: false, worker: false, importMeta: false } },
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'builtin:swc-loader',
        options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
      },
    ],
  },
});

compiler.run((error, stats) => {
  if (error) throw error;
  if (!stats.hasErrors() && !stats.hasWarnings()) return;
  console.error(stats.toString({ preset: 'errors-warnings' }));
  if (stats.hasErrors()) process.exitCode = 1;
});
