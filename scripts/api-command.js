import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildApi, serverFile } from './build-servers.js';
import { requireInstall, requireNode, rootDir } from './setup.js';

// `npm run backup`, `restore`, `verify`, `export-site`, `jobs`, `moderate`, `seed`: run an API command with its arguments, on any clone.
requireNode();
// An image contains the built site without development dependencies.
requireInstall({ dev: !existsSync(path.join(rootDir, serverFile)) });
buildApi();
const [name] = process.argv.splice(2, 1);
await import(pathToFileURL(path.join(rootDir, 'api/dist', `${name}.js`)).href);
