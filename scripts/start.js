import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { serverFile } from './build-servers.js';
import { giveUp, onStop, rootDir } from './setup.js';

// `npm start`: from a fresh clone to a running site.

/**
 * `compose` has published and changed nothing, because somebody froze what is live, or because these sources were taken off: then that is served, and what is
 * above says why (shell/compose/src/refusal.ts).
 */
const refused = [4, 10];
const build = spawnSync(process.execPath, [path.join(rootDir, 'scripts/build.js')], {
  cwd: rootDir,
  stdio: 'inherit',
  // It renders what it has just built of these sources.
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
