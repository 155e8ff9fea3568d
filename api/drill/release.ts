import { execFile } from 'node:child_process';
import { access, cp, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
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

/** Builds the API of this checkout with a step more, as its next release (made-up-step.ts), in a folder. */
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
