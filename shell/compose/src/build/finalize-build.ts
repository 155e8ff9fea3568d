import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { filesIn } from './built-assets.ts';
import { hashPlaceholder } from './remote-build.js';

/** A file that the bundler has named by a hash of its content. */
const named = /\.[0-9a-f]{8}\.\w+$/;

/** Files that the bundler writes for other tools; they contain local paths. */
const leftOut = ['mf-stats.json'];
const texts = /\.(c?js|css|html|json|svg)$/;

/**
 * Assigns a build its version, the hash of its content, in place of the placeholder. Only what is in the build changes the version: not
 * comments, tests, stories or the lockfile (docs/decisions/0327).
 *
 * @param dist folder of the build
 * @param number version in the workspace's package.json
 * @param facts metadata that belongs to the version and is not a file
 * @returns for example `0.1.0-3fa2c1d8e0`
 */
export async function finalizeBuild(dist: string, number: string, facts: unknown): Promise<string> {
  for (const name of leftOut) await rm(path.join(dist, name), { force: true });
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash('sha256').update(JSON.stringify(facts));
  for (const file of files)
    hash
      .update(path.relative(dist, file))
      .update('\0')
      .update(await readFile(file))
      .update('\0');
  const id = hash.digest('hex').slice(0, hashPlaceholder.length);
  for (const file of files.filter((name) => texts.test(name))) {
    const text = await readFile(file, 'utf8');
    if (text.includes(hashPlaceholder)) await writeFile(file, text.replaceAll(hashPlaceholder, id));
  }
  for (const file of files.filter((name) => path.basename(name).includes(hashPlaceholder)))
    await rename(file, path.join(path.dirname(file), path.basename(file).replaceAll(hashPlaceholder, id)));
  return `${number}-${id}`;
}

/**
 * Puts the hash of a version into the names of files that have none of their content, so that each name of any version has one content
 * (docs/decisions/0327).
 *
 * @throws Error when a file that is named by its content contains the version: it would be another one under the same name
 */
export async function nameByContent(dist: string, version: string): Promise<void> {
  const id = version.slice(-hashPlaceholder.length);
  for (const file of await filesIn(dist)) {
    const { dir, name, ext } = path.parse(path.join(dist, file));
    if (!named.test(file)) {
      if (!name.includes(id)) await rename(path.join(dir, name + ext), path.join(dir, `${name}.${id}${ext}`));
    } else if ((await readFile(path.join(dist, file))).includes(id)) {
      throw new Error(
        `${file} contains the version: only files whose names have no hash of their content may.`,
      );
    }
  }
}
