import { execFile } from 'node:child_process';
import { access, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { rootDir } from '../src/environment.ts';

const run = promisify(execFile);

/** A release of the API that was built: its server and commands. */
export interface Release {
  name: string;
  programs: string;
}

/** The one of this checkout, once it is built. */
export const thisRelease: Release = { name: 'this release', programs: path.join(rootDir, 'api/dist') };

/** Builds the API of a checkout by its own means, where its sources have changed. */
export async function buildApi(checkout: string = rootDir): Promise<void> {
  const build = "const { buildApi } = await import('./scripts/build-servers.js'); buildApi();";
  const inCheckout = { cwd: checkout, timeout: 10 * 60_000 };
  await run(process.execPath, ['--input-type=module', '--eval', build], inCheckout);
}

/**
 * Checks a revision out into a folder, installs what its lockfile says, and builds its API.
 *
 * @param say is told what goes on: it takes minutes
 * @throws when git does not know it, or when it is from before the API was bundled (docs/decisions/0141)
 */
export async function buildRelease(
  revision: string,
  folder: string,
  say: (line: string) => void,
): Promise<Release> {
  say(`Checking out ${revision} …`);
  await mkdir(folder, { recursive: true });
  const archive = path.join(folder, 'release.tar');
  await run('git', ['archive', '--output', archive, revision], { cwd: rootDir });
  await run('tar', ['-xf', archive, '-C', folder]);
  say('Installing what its lockfile says, which takes a minute or more …');
  const inFolder = { cwd: folder, timeout: 10 * 60_000, maxBuffer: 64 * 1024 * 1024 };
  await run(
    'npm',
    ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--prefer-offline'],
    inFolder,
  );
  say('Building its API …');
  await buildApi(folder);
  const programs = path.join(folder, 'api/dist');
  await access(path.join(programs, 'server.js'));
  return { name: `release ${revision}`, programs };
}

/** Runs a command of a release over a data folder and returns what it prints; its failure is an error with its words. */
export async function runCommand(
  { programs }: Release,
  name: 'backup' | 'restore' | 'verify',
  dataDir: string,
  ...args: string[]
): Promise<string> {
  const env = { PATH: process.env.PATH, ENV_FILE: '', DATA_DIR: dataDir, LOG_LEVEL: 'error' };
  const program = path.join(programs, `${name}.js`);
  const { stdout } = await run(process.execPath, [program, ...args], { env, timeout: 20 * 60_000 });
  return stdout.trim();
}
