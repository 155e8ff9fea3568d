import { spawnSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { copyRepository } from '../../scripts/copy-repository.js';
import { builtStore, rootDir } from './site.ts';

/** How a program of the repository ended, and what it said. */
interface Ended {
  status: number | null;
  said: string;
}

/** A copy of the repository, and one of the built site's store that it builds to. */
export interface BuildingCheckout {
  dir: string;
  storeDir: string;
  /** Runs one of the repository's programs in the copy. */
  run(...args: string[]): Ended;
  /** Builds these workspaces, or what has changed, and makes them live. */
  build(...names: string[]): Ended;
}

/**
 * Copies both.
 *
 * @param folder an empty one
 */
export async function copyCheckout(folder: string): Promise<BuildingCheckout> {
  const dir = path.join(folder, 'checkout');
  const storeDir = path.join(folder, 'store');
  copyRepository(dir);
  await cp(builtStore, storeDir, { recursive: true });
  // What is built already is not built again: neither the other remotes nor the database.
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
