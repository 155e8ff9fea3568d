import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rootDir } from '../setup.js';
import { changedTokens, tokenUsers } from './token-users.ts';

/** Stories that document the tokens. */
const showsTokens = /^design-system\/src\/foundations\/.+\.stories\.tsx$/;

/** Runs a program and shows its output when it fails. */
async function run(command: string, args: string[], cwd: string): Promise<void> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && command === 'npm',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} failed in ${cwd}:\n${output}`);
}

/** Builds the Storybook of a checkout as files, with its module graph. */
export async function buildStorybook(checkout: string, to: string): Promise<void> {
  const folder = path.join(checkout, 'design-system');
  const program = path.join(folder, 'node_modules/storybook/dist/bin/dispatcher.js');
  await run(process.execPath, [program, 'build', '-o', to, '--stats-json', '--quiet'], folder);
}

/** Runs git in the repository and returns its output. */
export function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: rootDir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/**
 * Builds the Storybook of a commit in a temporary worktree. The last build is cached.
 *
 * @param cache folder of the cached build
 * @returns the folder of the built files
 */
export async function buildStorybookAt(commit: string, cache: string): Promise<string> {
  const target = path.join(cache, commit);
  if (existsSync(target)) return target;
  await rm(cache, { recursive: true, force: true });
  git('worktree', 'prune');
  const folder = await mkdtemp(path.join(tmpdir(), 'frens-visual-'));
  const checkout = path.join(folder, 'checkout');
  try {
    git('worktree', 'add', '--quiet', '--detach', checkout, commit);
    await installPackages(checkout);
    await buildStorybook(checkout, `${target}-part`);
    // Renamed at the end, so that an unfinished build is never used.
    await rename(`${target}-part`, target);
  } finally {
    await rm(folder, { recursive: true, force: true });
    git('worktree', 'prune');
  }
  return target;
}

/** Links the packages that are installed here where the checkout has the same lockfile; otherwise installs its own. */
async function installPackages(checkout: string): Promise<void> {
  const lockfileOf = (dir: string) => readFile(path.join(dir, 'package-lock.json'), 'utf8');
  if ((await lockfileOf(checkout)) !== (await lockfileOf(rootDir)))
    return run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], checkout);
  linkPackages('node_modules', checkout);
  for (const { name } of readdirSync(rootDir, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )) {
    const packages = path.join(rootDir, name, 'node_modules');
    if (name !== 'node_modules' && existsSync(packages) && existsSync(path.join(checkout, name)))
      symlinkSync(packages, path.join(checkout, name, 'node_modules'), 'junction');
  }
}

/** Links each package of a folder; workspaces are linked to the checkout's own. */
function linkPackages(folder: string, checkout: string): void {
  mkdirSync(path.join(checkout, folder));
  for (const entry of readdirSync(path.join(rootDir, folder), { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    const here = path.join(rootDir, place);
    // The scope of the repository's own packages.
    if (entry.name === '@frens') linkPackages(place, checkout);
    else if (entry.isSymbolicLink())
      symlinkSync(ownTarget(here, checkout), path.join(checkout, place), 'junction');
    else if (entry.isDirectory()) symlinkSync(here, path.join(checkout, place), 'junction');
  }
}

/** The target of a workspace's link in another checkout. */
function ownTarget(link: string, checkout: string): string {
  const target = path.resolve(path.dirname(link), readlinkSync(link));
  return path.join(checkout, path.relative(rootDir, target));
}

/** The differences from a commit. */
export interface ChangedFiles {
  /** Changed and new files, and the stories that document a changed token. */
  files: string[];
  /** Files that use tokens whose values alone differ. */
  tokenUsers: string[];
  /** The earlier stylesheets of these tokens. */
  oldTokens: string;
}

/** Lists the files that differ from a commit. A stylesheet in which only values of tokens differ stands for the files that use them. */
export function changedFiles(commit: string): ChangedFiles {
  const lines = [
    git('diff', '--name-only', '--no-renames', commit),
    git('ls-files', '--others', '--exclude-standard'),
  ];
  const changed: ChangedFiles = { files: [], tokenUsers: [], oldTokens: '' };
  for (const file of lines.join('').split('\n').filter(Boolean)) {
    const here = path.join(rootDir, file);
    const isTokenFile =
      /^design-system\/tokens\/.+\.css$/.test(file) &&
      existsSync(here) &&
      git('ls-tree', commit, '--', file) !== '';
    const before = isTokenFile ? git('show', `${commit}:${file}`) : '';
    const tokens = isTokenFile ? changedTokens(before, readFileSync(here, 'utf8')) : null;
    if (tokens) {
      const sources = styledSources();
      changed.tokenUsers.push(...tokenUsers(tokens, sources));
      changed.files.push(...[...sources.keys()].filter((source) => showsTokens.test(source)));
      changed.oldTokens += before;
    } else changed.files.push(file);
  }
  return changed;
}

/** The sources that may use a token, by file. */
function styledSources(): Map<string, string> {
  const kinds = ['*.css', '*.ts', '*.tsx'];
  const files = git('ls-files', '--cached', '--others', '--exclude-standard', ...kinds)
    .split('\n')
    .filter(
      (file) =>
        file && !file.startsWith('design-system/.storybook/docs/') && existsSync(path.join(rootDir, file)),
    );
  return new Map(files.map((file) => [file, readFileSync(path.join(rootDir, file), 'utf8')]));
}
