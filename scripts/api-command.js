import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildApi } from './build-servers.js';
import { requireInstall, requireNode, rootDir } from './setup.js';

// `npm run backup`, `restore`, `verify`, `export-site`, `jobs`, `moderate` and `seed`: a command of the API with its own words, on any clone.
requireNode();
requireInstall();
buildApi();
const [name] = process.argv.splice(2, 1);
await import(pathToFileURL(path.join(rootDir, 'api/dist', `${name}.js`)).href);
