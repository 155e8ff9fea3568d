import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sourceFingerprint } from './build-version.js';
import { rootDir } from './setup.js';

/** Bundles the embedded database when its sources have changed. It runs as plain JavaScript, so that its worker starts fast. */
export function buildDatabase() {
  const dir = path.join(rootDir, 'api/embedded-mongo');
  const marker = path.join(dir, 'dist/.version');
  const version = sourceFingerprint(dir);
  if (existsSync(marker) && readFileSync(marker, 'utf8') === version) return;
  const { status } = spawnSync(process.execPath, [path.join(dir, 'build.js')], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The embedded database could not be bundled: see above.');
  writeFileSync(marker, version);
}
