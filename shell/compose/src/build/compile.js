import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rspack } from '@rspack/core';

// Runs the bundler for the given workspaces and reports to the parent process. Runs in plain Node, because rspack writes some of its own
// functions into the page as text, which a TypeScript loader would have changed.
const dirs = process.argv.slice(2);
const load = (...file) => import(pathToFileURL(path.join(...file)).href);
const configs = await Promise.all(dirs.map(async (dir) => (await load(dir, 'rspack.config.js')).default));
const { renderConfig } = await load(dirs[0], '../rspack.base.js');

const compiler = rspack([...configs, ...configs.map(renderConfig)]);
compiler.run((error, result) => {
  compiler.close(() => {
    if (error) throw error;
    if (result.hasErrors()) {
      console.error(result.toString({ preset: 'errors-only' }));
      process.exit(1);
    }
    const options = {
      all: false,
      assets: true,
      chunks: true,
      chunkGroups: true,
      entrypoints: true,
      outputPath: true,
      ids: true,
    };
    process.send(
      result.stats.slice(0, configs.length).map((stats) => stats.toJson(options)),
      () => process.exit(0),
    );
  });
});
