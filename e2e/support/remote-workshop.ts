import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SiteStore } from '@frens/compose/store/site-store';
import { goLive } from '@frens/compose/testing/go-live';
import type { ComposedApp, Composition } from '@frens/contract/composition';
import { builtStore, rootDir } from './site.ts';

/** What building one remote reads besides the remote itself, and the compiled database, which is then not compiled again. */
const needed = [
  'package.json',
  'package-lock.json',
  'rspack.base.js',
  'tsconfig.base.json',
  'scripts',
  'shell/compose',
  'api/contract',
  'api/embedded-mongo',
  'design-system',
  'shell/platform/package.json',
];
const left = /(^|\/)(node_modules|storybook-static)(\/|$)|^mf-\w+\/dist(\/|$)/;

/** A team's own checkout with one remote in it, and a copy of the site's store to publish to. */
export interface RemoteWorkshop {
  store: SiteStore;
  /** The composition that was live when the copy was made, with nothing to fall back to. */
  original: Composition;
  /** Runs the tool in the checkout, on the copy of the store. */
  compose(...words: string[]): Promise<{ code: number; out: string; err: string }>;
  /** Does something while a file of the remote is changed; it is as before afterwards. */
  edit<T>(file: string, change: (text: string) => string, work: () => Promise<T>): Promise<T>;
  /**
   * Builds and publishes the remote with a changed file, which nobody sees yet; the file is as before afterwards.
   *
   * @param file path inside the remote
   * @param change makes the new text out of the old
   * @returns the version
   */
  publish(file: string, change: (text: string) => string): Promise<string>;
  /**
   * Builds the remote with a changed file and makes the result live; the file is as before afterwards.
   *
   * @param file path inside the remote
   * @param change makes the new text out of the old
   * @returns the composition that is live now
   */
  publishChanged(file: string, change: (text: string) => string): Promise<Composition>;
  /** Makes a composition live, whatever was. */
  goLive(composition: Composition): Promise<void>;
}

/** A composition without versions to fall back to, as it is after a first build. */
export function withoutFallbacks({ host, apps }: Composition): Composition {
  const alone = Object.entries(apps).map(([name, { versions }]): [string, ComposedApp] => [
    name,
    { versions: [versions[0]] },
  ]);
  return { host, apps: Object.fromEntries(alone) };
}

/**
 * Makes a workshop for a remote, so that neither the repository nor the built site is touched.
 *
 * @param dir an empty folder
 * @param remote name of the remote's workspace
 */
export async function createWorkshop(dir: string, remote: string): Promise<RemoteWorkshop> {
  const checkout = path.join(dir, 'checkout');
  const storeDir = path.join(dir, 'store');
  const sources = (file: string) => !left.test(path.relative(rootDir, file));
  await mkdir(checkout, { recursive: true });
  for (const name of [...needed, remote]) {
    await cp(path.join(rootDir, name), path.join(checkout, name), { recursive: true, filter: sources });
  }
  await symlink(path.join(rootDir, 'node_modules'), path.join(checkout, 'node_modules'));
  await cp(builtStore, storeDir, { recursive: true });

  const store = new SiteStore(storeDir);
  const live = async () => {
    const id = await store.liveId();
    if (id === null) throw new Error(`Nothing is published in ${builtStore}. Run: npm run build`);
    return store.composition(id);
  };

  const compose: RemoteWorkshop['compose'] = (...words) =>
    new Promise((resolve) => {
      const program = path.join(checkout, 'shell/compose/bin/compose.js');
      const options = { cwd: checkout, env: { ...process.env, SITE_STORE: storeDir } };
      execFile(process.execPath, [program, ...words], options, (error, out, err) =>
        resolve({ code: Number(error?.code ?? 0), out, err }),
      );
    });

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
      const { code, out, err } = await compose('publish', remote, '--json');
      if (code !== 0) throw new Error(`Publishing ended with ${code}:\n${out}${err}`);
      return JSON.parse(out).receipts[0].version;
    });

  const original = withoutFallbacks(await live());
  await goLive(store, original);

  return {
    store,
    original,
    compose,
    edit,
    publish,
    async goLive(composition) {
      await goLive(store, composition);
    },
    async publishChanged(file, change) {
      const version = await publish(file, change);
      const { code, err } = await compose('promote', `${remote}@${version}`);
      if (code !== 0) throw new Error(`Promoting ended with ${code}:\n${err}`);
      return live();
    },
  };
}
