import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const rootDir = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const oldestNode = [20, 19];

/**
 * Exits with one sentence for the user.
 *
 * @returns {never}
 */
export function giveUp(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Exits with advice if Node is too old, or if the repository's path is no valid URL path. */
export function requireNode() {
  // Modules and styles are resolved by URLs made from paths, in which these characters are special.
  const [character] = /[#%?]/.exec(rootDir) ?? [];
  if (character) giveUp(`Move the repository to a path without "${character}": ${rootDir}`);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  giveUp(
    `Node ${process.versions.node} is too old: install Node ${oldestNode.join('.')} or newer and run this again.`,
  );
}

/**
 * Installs the lockfile's exact versions, including development dependencies regardless of NODE_ENV, unless already installed.
 *
 * @param {{ dev?: boolean }} [needs] without `dev`, runtime dependencies suffice, as in an image
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

/** Compares the lockfile with npm's record of what is installed. Optional packages of other platforms may be missing. */
function isInstalled(dev) {
  const installedFile = path.join(rootDir, 'node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const [installed, wanted] = [installedFile, path.join(rootDir, 'package-lock.json')].map(
    (file) => JSON.parse(readFileSync(file, 'utf8')).packages,
  );
  return Object.entries(wanted).every(([place, wants]) => {
    if (wants.link) return isLinked(place, wants.resolved);
    const has = installed[place];
    // A workspace's dependencies have entries of their own.
    if (!has)
      return !place.includes('node_modules/') || wants.optional || (!dev && (wants.dev || wants.devOptional));
    return has.version === wants.version && has.integrity === wants.integrity;
  });
}

/** Links a new workspace, which needs no installation. */
function isLinked(place, workspace) {
  const link = path.join(rootDir, place);
  if (existsSync(link)) return true;
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync(path.relative(path.dirname(link), path.join(rootDir, workspace)), link, 'junction');
  return true;
}

/**
 * Handles stop signals, and the death of npm: npm forwards SIGTERM only to its shell, which ends without passing it on; this process
 * merely gets another parent.
 *
 * @param {() => void} stop called once
 * @param {NodeJS.Signals[]} signals stop signals
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

/** Exits with advice if the port is taken. */
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

/** Describes the checked-out commit, if known. */
export function describeCommit() {
  const { stdout } = spawnSync('git', ['describe', '--always', '--dirty', '--exclude=*'], {
    cwd: rootDir,
    encoding: 'utf8',
  });
  return stdout?.trim() || 'unknown';
}
