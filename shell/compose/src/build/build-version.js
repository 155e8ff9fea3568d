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
    // Also where one of them is a link to a folder elsewhere.
    if (ignoredFolders.has(entry.name)) continue;
    const file = path.join(target, entry.name);
    if (entry.isDirectory()) yield* filesIn(file);
    // Not a link to nothing, as editors lock a file by: the bundler cannot have read it.
    else if (!ignoredFiles.test(entry.name) && existsSync(file)) yield file;
  }
}

/**
 * A fingerprint of everything that a workspace's build may read, and of some that it does not. Equal fingerprints give equal builds, so a
 * build that is known by its fingerprint need not run; unequal ones may give equal builds, too, which then have the same version.
 *
 * @param {string} dir folder of the workspace
 * @param {string} root the repository that it belongs to
 * @param {readonly string[]} inputs what it reads outside of its folder, in the repository
 */
export function sourceFingerprint(dir, root, inputs) {
  const hash = createHash('sha256');
  for (const input of [dir, ...inputs.map((name) => path.join(root, name))]) {
    for (const file of filesIn(input)) {
      hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex').slice(0, 16);
}
