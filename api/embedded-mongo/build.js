import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rspack } from '@rspack/core';

// Bundles the server for a fast start, and to replace mingo's value functions by ones with BSON semantics
// (src/aggregate/values.ts, docs/decisions/0020).
const root = path.dirname(fileURLToPath(import.meta.url));
const mingo = path.dirname(fileURLToPath(import.meta.resolve('mingo/package.json')));
const mingoValues = path.join(mingo, 'esm/util/_internal.js');
const ourValues = path.join(root, 'src/aggregate/values.ts');

let replaced = 0;
const compiler = rspack({
  mode: 'none',
  // Tree shaking and a single scope load faster. Keeps names for readable stacks.
  optimization: {
    usedExports: true,
    providedExports: true,
    sideEffects: true,
    concatenateModules: true,
    innerGraph: true,
  },
  target: 'node20',
  context: root,
  entry: { index: './src/index.ts', worker: './src/worker.ts', cli: './src/cli.ts' },
  output: {
    path: path.join(root, 'dist'),
    filename: '[name].js',
    module: true,
    library: { type: 'module' },
    clean: true,
  },
  experiments: { outputModule: true },
  // One file loads faster than a dozen modules.
  externals: { lmdb: 'node-commonjs lmdb' },
  externalsType: 'module',
  resolve: { conditionNames: ['import', 'default'], alias: { 'mingo-values': mingoValues } },
  module: {
    // Worker threads and files beside the bundle are resolved at run time.
    parser: { javascript: { url: false, worker: false, importMeta: false } },
    rules: [
      {
        test: /\.ts$/,
        loader: 'builtin:swc-loader',
        options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
      },
    ],
  },
  plugins: [
    new rspack.NormalModuleReplacementPlugin(/util(\/_internal)?$/, (module) => {
      const target = path.join(module.context, module.request);
      if (!target.startsWith(path.join(mingo, 'esm/util'))) return;
      module.request = ourValues;
      replaced++;
    }),
  ],
});

compiler.run((error, stats) => {
  if (error) throw error;
  // Fails the build: the server would otherwise silently compare values like mingo.
  if (replaced === 0) console.error("mingo's values were not replaced: its files are named otherwise now.");
  if (stats?.hasErrors()) console.error(stats.toString({ preset: 'errors-only' }));
  if (replaced === 0 || stats?.hasErrors()) process.exitCode = 1;
});
