import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rootDir } from '../support/site.ts';

/** The default base of benchmarks: the site before prerendering and request budgets. */
export const defaultBase = '8bdd064c';

/** A checkout of the repository, built in its own `dist`. */
export interface Checkout {
  name: string;
  dir: string;
}

/** Checks out a revision, installs and builds it. Later runs reuse it from `.cache/bases`. */
export async function buildRevision(revision: string): Promise<Checkout> {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: rootDir, encoding: 'utf8' }).trim();
  const name = git('rev-parse', '--short', revision);
  const dir = path.join(rootDir, '.cache/bases', name);
  if (!existsSync(path.join(dir, 'built'))) {
    // Git may still list a worktree whose folder was removed.
    git('worktree', 'prune');
    if (!existsSync(dir)) git('worktree', 'add', '--detach', dir, revision);
    // Its own packages: the current ones may lack a dependency, and its lockfile may be limited to one platform.
    execFileSync('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund'], {
      cwd: dir,
      stdio: 'inherit',
    });
    execFileSync(process.execPath, ['scripts/build.js'], { cwd: dir, stdio: 'inherit' });
    await writeFile(path.join(dir, 'built'), '');
  }
  return { name, dir };
}
