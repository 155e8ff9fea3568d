import path from 'node:path';
import { rspack } from '@rspack/core';
import { hostConfig } from '../../rspack.base.js';

// Builds the shell with replaced modules: `node other-shell.js FOLDER PUBLIC_PATH MODULE=FILE…`, where MODULE is a pattern for the end of
// a module's path. Runs in plain Node, like compile.js.
const [dist, publicPath, ...replacements] = process.argv.slice(2);
const root = path.resolve(import.meta.dirname, '../..');

const config = { ...hostConfig(path.join(root, 'shell')), devtool: false };
config.output = { ...config.output, path: dist, publicPath, clean: false };
config.plugins = [
  ...config.plugins,
  ...replacements.map((replacement) => {
    const [module = '', file = ''] = replacement.split('=');
    return new rspack.NormalModuleReplacementPlugin(new RegExp(`/${module}$`), file);
  }),
];
const compiler = rspack(config);
compiler.run((error, result) => {
  compiler.close(() => {
    if (error) throw error;
    if (!result.hasErrors()) return;
    console.error(result.toString({ preset: 'errors-only' }));
    process.exitCode = 1;
  });
});
