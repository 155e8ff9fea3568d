import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const rootDir = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const oldestNode = [20, 19];

/** Ends the process with one sentence for the person at the terminal. */
export function giveUp(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Stops with advice when the project cannot run here: Node is too old, or the path of the repository is no address. */
export function requireNode() {
  // Modules and styles are known by addresses made from paths, in which these have a meaning.
  const [character] = /[#%?]/.exec(rootDir) ?? [];
  if (character) giveUp(`Move the repository to a path without "${character}": ${rootDir}`);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  giveUp(
    `Node ${process.versions.node} is too old: install Node ${oldestNode.join('.')} or newer and run this again.`,
  );
}

/** Installs exactly what the lockfile says, development dependencies too whatever NODE_ENV is, unless that is installed already. */
export function requireInstall() {
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(rootDir, 'package-lock.json')))
    .digest('hex');
  const marker = path.join(rootDir, 'node_modules', '.installed');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  console.log('Installing dependencies …');
  const { status } = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: rootDir,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    giveUp(
      'The dependencies could not be installed: see what npm says above. After a change of a package.json, `npm install` brings the lockfile up to date.',
    );
  writeFileSync(marker, wanted);
}

/**
 * Stops a program when it is told to, and when npm is: npm hands SIGTERM to its shell, which ends without telling anybody, and all that is seen
 * of it here is another parent.
 *
 * @param {() => void} stop is called once
 * @param {NodeJS.Signals[]} signals by which it is told
 */
export function onStop(stop, signals = ['SIGINT', 'SIGTERM']) {
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && end(), 500).unref();
  const end = () => {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, end);
    stop();
  };
  for (const signal of signals) process.on(signal, end);
}

/** Stops with advice when somebody else listens on the port. */
export function requirePort(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }) =>
      giveUp(
        `Port ${port} cannot be used (${code}). Choose another one, as in: PORT=${port + 1} npm run dev`,
      ),
    );
    server.listen(port, () => server.close(resolve));
  });
}
