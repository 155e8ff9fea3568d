import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Folders that never end up in a build. */
const ignoredFolders = new Set([
  'node_modules',
  'dist',
  'dev',
  'testing',
  'fixtures',
  'storybook-static',
  '.storybook',
]);
const ignoredFiles = /\.(test|stories)\.tsx?$|\.md$/;

function* filesIn(target) {
  let entries;
  try {
    entries = readdirSync(target, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') yield target;
    else if (error.code !== 'ENOENT') throw error;
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    // Before `isDirectory`, which is false for a link to a folder.
    if (ignoredFolders.has(entry.name)) continue;
    const file = path.join(target, entry.name);
    if (entry.isDirectory()) yield* filesIn(file);
    // Skips dangling links, by which editors lock files.
    else if (!ignoredFiles.test(entry.name) && existsSync(file)) yield file;
  }
}

/**
 * Computes the cache key of a workspace's build from everything that the build may read. Equal keys mean equal builds, which need not run
 * again; different keys may still give equal builds, which then have the same version.
 *
 * @param {string} dir folder of the workspace
 * @param {string} root folder of the repository
 * @param {readonly string[]} inputs files and folders outside the workspace that builds read, relative to the repository
 */
export function sourceFingerprint(dir, root, inputs) {
  const hash = createHash('sha256');
  for (const input of [dir, ...inputs.map((name) => path.join(root, name))]) {
    for (const file of filesIn(input))
      hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}
