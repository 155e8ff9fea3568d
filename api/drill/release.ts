import { execFile } from 'node:child_process';
import { access, cp, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { rootDir } from '../src/environment.ts';

const run = promisify(execFile);

/** A built release of the API: its server and commands. */
export interface Release {
  name: string;
  programs: string;
}

/** This checkout's release, once built. */
export const thisRelease: Release = { name: 'this release', programs: path.join(rootDir, 'api/dist') };

/** Builds a checkout's API with its own scripts, if its sources have changed. */
export async function buildApi(checkout: string = rootDir): Promise<void> {
  const build = "const { buildApi } = await import('./scripts/build-servers.js'); buildApi();";
  const inCheckout = { cwd: checkout, timeout: 10 * 60_000 };
  await run(process.execPath, ['--input-type=module', '--eval', build], inCheckout);
}

/**
 * Checks out a revision into a folder, installs its lockfile's packages, and builds its API.
 *
 * @param say reports progress, because it takes minutes
 * @throws when the revision is unknown, or older than the API's bundling (docs/decisions/0141)
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

/** Builds this checkout's API with one more migration, as its next release (made-up-step.ts). */
export async function buildNextRelease(folder: string): Promise<Release> {
  for (const part of ['api/src', 'api/drill', 'api/build.js', 'package.json'])
    await cp(path.join(rootDir, part), path.join(folder, part), { recursive: true });
  for (const part of ['node_modules', 'api/node_modules', 'shell'])
    await symlink(path.join(rootDir, part), path.join(folder, part));
  const steps = path.join(folder, 'api/src/migrations');
  await rename(path.join(steps, 'index.ts'), path.join(steps, 'released.ts'));
  await writeFile(
    path.join(steps, 'index.ts'),
    `import { addMadeUpStep } from '../../drill/made-up-step.ts';
import { migrationPlan as released } from './released.ts';
export const migrationPlan = addMadeUpStep(released);
`,
  );
  await run(process.execPath, [path.join(folder, 'api/build.js')], { timeout: 10 * 60_000 });
  return { name: 'the next release', programs: path.join(folder, 'api/dist') };
}

/** Runs a release's command on a data folder and returns its output; a failure is an error with its message. */
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
