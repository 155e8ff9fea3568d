import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildApi } from './build-servers.js';
import { dropOwners } from './owners.js';
import { rootDir } from './setup.js';

// `npm run build`: builds and publishes what has changed, then makes it live; with names of workspaces, these alone.
const only = process.argv.slice(2);
if (only.length === 0) {
  buildApi();
  // A remote whose folder was removed is gone from the site with this build, and has no owner.
  dropOwners();
}
const compose = path.join(rootDir, 'shell/compose/bin/compose.js');
const { status } = spawnSync(process.execPath, [compose, 'publish', '--promote', ...only], {
  cwd: rootDir,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
