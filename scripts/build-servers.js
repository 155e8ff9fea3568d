import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sourceFingerprint } from '@frens/compose/build';
import { buildInputs } from './build-inputs.js';
import { rootDir } from './setup.js';

/** Bundles the embedded database when its sources have changed. It runs as plain JavaScript, so that its worker starts fast. */
export function buildDatabase() {
  bundle('api/embedded-mongo');
}

/** What runs the site, for `npm start` and the files of docs/deploy alike. */
export const serverFile = 'api/dist/server.js';

/** Bundles the API's server and commands, and the database they bring along, when their sources have changed. */
export function buildApi() {
  buildDatabase();
  bundle('api');
}

/** Runs the `build.js` of a workspace, unless what lies in its `dist` was made of the same sources. */
function bundle(workspace) {
  const dir = path.join(rootDir, workspace);
  const marker = path.join(dir, 'dist/.version');
  const version = sourceFingerprint(dir, rootDir, buildInputs);
  if (existsSync(marker) && readFileSync(marker, 'utf8') === version) return;
  const { status } = spawnSync(process.execPath, [path.join(dir, 'build.js')], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${workspace} could not be bundled: see above.`);
  writeFileSync(marker, version);
}

// Set-up of the tests that start what operators start (vitest.config.ts).
export default buildApi;
