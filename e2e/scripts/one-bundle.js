import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rspack } from '@rspack/core';
import { hostConfig } from '../../rspack.base.js';

// Builds the site as one bundle into a folder: `node one-bundle.js FOLDER ADDRESS REMOTE…`. The shell and the remotes are the same files;
// what differs is that the shell imports the remotes instead of loading them. Run by plain Node, as scripts/compile.js.
const [dist, publicPath, ...remotes] = process.argv.slice(2);
const root = path.resolve(import.meta.dirname, '../..');
const loader = path.join(dist, 'loader.js');
const imports = remotes.map(
  (name, index) =>
    `import { remote as remote${index} } from ${JSON.stringify(path.join(root, name, 'src/remote.tsx'))};`,
);
const entries = remotes.map((name, index) => `${JSON.stringify(name)}: remote${index}`);
await writeFile(
  loader,
  `${imports.join('\n')}
const remotes = { ${entries.join(', ')} };
export const federationLoader = async ({ descriptor }) => ({ remote: remotes[descriptor.name] });
`,
);

const config = { ...hostConfig(path.join(root, 'shell')), devtool: false };
config.output = { ...config.output, path: dist, publicPath, clean: false };
config.plugins = [
  // All but federation and the records for it.
  ...config.plugins.filter((plugin) =>
    [rspack.HtmlRspackPlugin, rspack.DefinePlugin].some((kind) => plugin instanceof kind),
  ),
  new rspack.NormalModuleReplacementPlugin(/\/federation-loader\.ts$/, loader),
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
