import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Composition } from '@frens/compose';
import { rootDir } from './site.ts';
import { copySite, type SiteCopy } from './site-copy.ts';

/** Inputs of a remote's build besides the remote, and the compiled database, to avoid compiling it again. */
const needed = [
  'package.json',
  'package-lock.json',
  'compose.config.js',
  'rspack.base.js',
  'tsconfig.base.json',
  'scripts',
  'shell/compose',
  'api/contract',
  'api/embedded-mongo',
  'design-system',
  'shell/platform',
  'shell/members',
];
const left = /(^|\/)(node_modules|storybook-static)(\/|$)|^mf-\w+\/dist(\/|$)/;

/** A team's checkout with one remote, and a copy of the site's store to publish to. */
export interface RemoteWorkshop extends SiteCopy {
  /** Runs `work` while a file of the remote is changed, then restores it. */
  edit<T>(file: string, change: (text: string) => string, work: () => Promise<T>): Promise<T>;
  /**
   * Builds and publishes the remote with a changed file, without promoting it; then restores the file.
   *
   * @param file path inside the remote
   * @param change maps the old text to the new
   * @returns the version
   */
  publish(file: string, change: (text: string) => string): Promise<string>;
  /**
   * Builds and promotes the remote with a changed file; then restores the file.
   *
   * @param file path inside the remote
   * @param change maps the old text to the new
   * @returns the live composition
   */
  publishChanged(file: string, change: (text: string) => string): Promise<Composition>;
}

/**
 * Creates a workshop for a remote, isolated from the repository and the built site.
 *
 * @param dir an empty folder
 * @param remote name of the remote's workspace
 */
export async function createWorkshop(dir: string, remote: string): Promise<RemoteWorkshop> {
  const checkout = path.join(dir, 'checkout');
  const sources = (file: string) => !left.test(path.relative(rootDir, file));
  await mkdir(checkout, { recursive: true });
  for (const name of [...needed, remote]) {
    await cp(path.join(rootDir, name), path.join(checkout, name), { recursive: true, filter: sources });
  }
  await symlink(path.join(rootDir, 'node_modules'), path.join(checkout, 'node_modules'));
  const copy = await copySite(dir, remote, checkout);

  const edit: RemoteWorkshop['edit'] = async (file, change, work) => {
    const target = path.join(checkout, remote, file);
    const text = await readFile(target, 'utf8');
    const changed = change(text);
    if (changed === text) throw new Error(`The change of ${file} changes nothing`);
    await writeFile(target, changed);
    try {
      return await work();
    } finally {
      await writeFile(target, text);
    }
  };

  const publish: RemoteWorkshop['publish'] = (file, change) =>
    edit(file, change, async () => {
      const { code, out, err } = await copy.compose('publish', remote, '--json');
      if (code !== 0) throw new Error(`Publishing ended with ${code}:\n${out}${err}`);
      return JSON.parse(out).receipts[0].version;
    });

  return {
    ...copy,
    edit,
    publish,
    async publishChanged(file, change) {
      const version = await publish(file, change);
      const { code, err } = await copy.compose('promote', `${remote}@${version}`);
      if (code !== 0) throw new Error(`Promoting ended with ${code}:\n${err}`);
      return copy.store.composition((await copy.store.liveId()) ?? '');
    },
  };
}
