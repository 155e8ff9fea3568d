import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rspack } from '@rspack/core';

// Bundles the server into one file: reading a thousand modules, and our TypeScript through tsx, was most of its start (docs/decisions/0141).
const root = path.dirname(fileURLToPath(import.meta.url));

/** Have native parts, or start threads from files of their own. */
const ownFiles = ['embedded-mongo', 'sharp', 'tinypool'];

/** What the MongoDB driver takes where an operator has installed it, and asks for by `require`. */
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
  // Names stay, for whoever reads a stack.
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
    // Run in a process of their own, as they are (shell/compose/src/render/render-pages.ts).
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
