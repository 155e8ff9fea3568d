import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildApi, serverFile } from './build-servers.js';
import { requireInstall, requireNode, rootDir } from './setup.js';

// `npm run backup`, `restore`, `verify`, `export-site`, `jobs`, `moderate` and `seed`: a command of the API with its own words, on any clone.
requireNode();
// An image has the built site without what builds it.
requireInstall({ dev: !existsSync(path.join(rootDir, serverFile)) });
buildApi();
const [name] = process.argv.splice(2, 1);
await import(pathToFileURL(path.join(rootDir, 'api/dist', `${name}.js`)).href);
