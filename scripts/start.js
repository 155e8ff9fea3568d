import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { serverFile } from './build-servers.js';
import { giveUp, onStop, rootDir } from './setup.js';

// `npm start`: from a fresh clone to a running site.

/**
 * Exit codes of `compose` when promotion is refused, because the live site is frozen or this version is known to be bad. The live site is
 * served then; the output above explains it (shell/compose/src/refusal.ts).
 */
const refused = [4, 10];
const build = spawnSync(process.execPath, [path.join(rootDir, 'scripts/build.js')], {
  cwd: rootDir,
  stdio: 'inherit',
  // Prerendering runs only what was just built from these sources, so it needs no isolation.
  env: { RENDER_UNISOLATED: 'true', ...process.env },
});
if (build.status !== 0 && !refused.includes(build.status ?? 1))
  giveUp('The site could not be built: see above.');

const server = spawn(process.execPath, [path.join(rootDir, serverFile), '--demo'], {
  cwd: rootDir,
  stdio: 'inherit',
});
const stop = () => server.kill('SIGTERM');
onStop(stop, ['SIGTERM']);
// The terminal sends Ctrl-C to the server as well, perhaps twice; this process waits for it to finish.
process.on('SIGINT', () => {});
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 0)));
