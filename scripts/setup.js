import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const rootDir = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const oldestNode = [20, 19];

/**
 * Ends the process with one sentence for the person at the terminal.
 *
 * @returns {never}
 */
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

/**
 * Installs exactly what the lockfile says, development dependencies too whatever NODE_ENV is, unless that is installed already.
 *
 * @param {{ dev?: boolean }} [needs] without `dev`, what runs the built site is enough, as in an image
 */
export function requireInstall({ dev = true } = {}) {
  if (isInstalled(dev)) return;
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
}

/** Compares the lockfile with the one that npm writes last into what it has installed. Optional packages may be other platforms'. */
function isInstalled(dev) {
  const installedFile = path.join(rootDir, 'node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const [installed, wanted] = [installedFile, path.join(rootDir, 'package-lock.json')].map(
    (file) => JSON.parse(readFileSync(file, 'utf8')).packages,
  );
  return Object.entries(wanted).every(([place, wants]) => {
    if (wants.link) return isLinked(place, wants.resolved);
    const has = installed[place];
    // What a workspace depends on has lines of its own.
    if (!has)
      return !place.includes('node_modules/') || wants.optional || (!dev && (wants.dev || wants.devOptional));
    return has.version === wants.version && has.integrity === wants.integrity;
  });
}

/** Links a new workspace, which needs no more than that. */
function isLinked(place, workspace) {
  const link = path.join(rootDir, place);
  if (existsSync(link)) return true;
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync(path.relative(path.dirname(link), path.join(rootDir, workspace)), link, 'junction');
  return true;
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

/** What is checked out, as far as that is known. */
export function describeCommit() {
  const { stdout } = spawnSync('git', ['describe', '--always', '--dirty', '--exclude=*'], {
    cwd: rootDir,
    encoding: 'utf8',
  });
  return stdout?.trim() || 'unknown';
}
