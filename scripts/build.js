import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildApi } from './build-servers.js';
import { dropOwners } from './owners.js';
import { rootDir } from './setup.js';

// `npm run build`: builds, publishes and promotes what has changed; arguments select workspaces.
const only = process.argv.slice(2);
if (only.length === 0) {
  buildApi();
  // This build removes remotes whose folder is gone, so their owners go, too.
  dropOwners();
}
const compose = path.join(rootDir, 'shell/compose/bin/compose.js');
const { status } = spawnSync(process.execPath, [compose, 'publish', '--promote', ...only], {
  cwd: rootDir,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
