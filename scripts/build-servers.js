import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sourceFingerprint } from '@frens/compose/build';
import { buildInputs } from './build-inputs.js';
import { rootDir } from './setup.js';

/** Bundles the embedded database if its sources have changed. It runs as plain JavaScript, so that its worker starts fast. */
export function buildDatabase() {
  bundle('api/embedded-mongo');
}

/** The server's entry file, for `npm start` and the files of docs/deploy. */
export const serverFile = 'api/dist/server.js';

/** Bundles the API's server and commands, including the database, if their sources have changed. */
export function buildApi() {
  buildDatabase();
  bundle('api');
}

/** Runs a workspace's `build.js`, unless its `dist` is up to date. */
function bundle(workspace) {
  const dir = path.join(rootDir, workspace);
  const marker = path.join(dir, 'dist/.version');
  const version = sourceFingerprint(dir, rootDir, buildInputs);
  if (existsSync(marker) && readFileSync(marker, 'utf8') === version) return;
  const { status } = spawnSync(process.execPath, [path.join(dir, 'build.js')], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${workspace} could not be bundled: see above.`);
  writeFileSync(marker, version);
}

// Global setup of tests that start the built servers (vitest.config.ts).
export default buildApi;
