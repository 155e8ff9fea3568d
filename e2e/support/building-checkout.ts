import { spawnSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { copyRepository } from '../../scripts/copy-repository.js';
import { builtStore, rootDir } from './site.ts';

/** Exit status and output of a program. */
interface Ended {
  status: number | null;
  said: string;
}

/** A copy of the repository, and a copy of the built site's store that it builds to. */
export interface BuildingCheckout {
  dir: string;
  storeDir: string;
  /** Runs a program of the repository in the copy. */
  run(...args: string[]): Ended;
  /** Builds these workspaces, or all changed ones, and promotes them. */
  build(...names: string[]): Ended;
}

/**
 * Copies the repository and the store.
 *
 * @param folder an empty folder
 */
export async function copyCheckout(folder: string): Promise<BuildingCheckout> {
  const dir = path.join(folder, 'checkout');
  const storeDir = path.join(folder, 'store');
  copyRepository(dir);
  await cp(builtStore, storeDir, { recursive: true });
  // Copies build caches, so that neither other remotes nor the database are rebuilt.
  for (const made of ['.cache', 'api/embedded-mongo/dist'])
    await cp(path.join(rootDir, made), path.join(dir, made), { recursive: true });
  const run = (...args: string[]): Ended => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: dir,
      encoding: 'utf8',
      env: { ...process.env, SITE_STORE: storeDir },
      timeout: 120_000,
    });
    return { status, said: stdout + stderr };
  };
  return { dir, storeDir, run, build: (...names) => run('scripts/build.js', ...names) };
}
