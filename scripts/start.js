import { spawn, spawnSync } from 'node:child_process';
import { giveUp, requireInstall, requireNode, rootDir, typescript } from './setup.js';

// `npm start`: from a fresh clone to a running site.
requireNode();
requireInstall();

const build = spawnSync(process.execPath, typescript('scripts/build.ts'), { cwd: rootDir, stdio: 'inherit' });
if (build.status !== 0) giveUp('The site could not be built: see above.');

const server = spawn(process.execPath, typescript('api/src/server.ts', '--demo'), {
  cwd: rootDir,
  stdio: 'inherit',
});
// The terminal sends Ctrl-C to the server as well; this process only waits for it to finish.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => signal === 'SIGTERM' && server.kill(signal));
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 0)));
