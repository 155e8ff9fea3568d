import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finishAssets } from '../build/built-assets.ts';
import { federationName } from '../build/remote-build.js';
import { findVersion, type MadeVersion } from '../built-version.ts';
import { RemoteDescriptor, type RemoteVersion, type ShellVersion } from '../model/composition.ts';
import { openStore } from '../store/open-store.ts';
import { remotePath, type SiteStore, shellPath } from '../store/site-store.ts';
import { exampleSite } from './example-site.ts';

/** Further files of a version, by their names. */
type Files = Record<string, string>;

/** A temporary store with versions that no bundler made, for tests. */
export interface StoreOfVersions {
  store: SiteStore;
  dir: string;
  /** Publishes a shell that provides these names. */
  shell(version: string, names?: string[], files?: Files): Promise<MadeVersion>;
  /** Publishes a remote; by default `mf-quiz` has the page /quiz. */
  remote(
    name: string,
    version: string,
    changes?: Partial<RemoteVersion>,
    files?: Files,
  ): Promise<MadeVersion>;
  remove(): Promise<void>;
}

/**
 * Creates an empty store.
 *
 * @param folder an existing folder for builds; a temporary one by default
 * @param address of the store; below the folder by default
 */
export async function storeOfVersions(folder?: string, address?: string): Promise<StoreOfVersions> {
  const dir = folder ?? (await mkdtemp(path.join(tmpdir(), 'compose-store-')));
  const store = await openStore(address ?? path.join(dir, 'store'), exampleSite);

  async function publish<Record extends ShellVersion | RemoteVersion>(
    name: string,
    target: string,
    files: { [file: string]: string },
    record: Omit<Record, 'integrity'>,
  ): Promise<MadeVersion> {
    const dist = await mkdtemp(path.join(dir, 'build-'));
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(dist, file)), { recursive: true });
      await writeFile(path.join(dist, file), text);
    }
    // Safe: both kinds of records have these two.
    const whole = { ...(await finishAssets(dist)), ...record } as unknown as Record;
    await store.publish(target, dist, whole);
    const made = await findVersion(store, name, record.version);
    if (!made) throw new Error(`${target} was not published`);
    return made;
  }

  return {
    store,
    dir,
    shell: (version, names = ['useSession'], files = {}) =>
      publish<ShellVersion>(
        'shell',
        shellPath(version),
        { 'index.html': '<!--page-data-->', 'main.js': `"${version}"`, ...files },
        {
          version,
          base: `/${shellPath(version)}`,
          platform: { version: '1.0.0', names },
          links: [],
          calls: [],
        },
      ),
    remote(name, version, changes = {}, files = {}) {
      const target = remotePath(name, version);
      const page = `/${name.replace('mf-', '')}`;
      const {
        descriptor = RemoteDescriptor.parse({
          name,
          platform: 1,
          area: { en: name, es: name },
          paths: [{ path: page, access: 'public' }],
        }),
      } = changes;
      const routes = descriptor.paths.map(({ path }) => path);
      return publish<RemoteVersion>(
        name,
        target,
        {
          'entry.js': `"${name} ${version}"`,
          // Its routes as template literals, as bundlers may write them.
          'exposed.js': routes.map((route) => `\`\${''}${route}\``).join(';'),
          ...files,
        },
        {
          version,
          mf: federationName(name, version),
          base: `/${target}`,
          descriptor,
          files: {
            entry: 'entry.js',
            exposed: ['exposed.js'],
            routes: Object.fromEntries(routes.map((route) => [route, []])),
            texts: { en: [], es: [] },
          },
          built: {
            platform: { version: '1.0.0', names: ['useSession'] },
            routes,
            hasSignedInHook: false,
            links: [],
            calls: [],
          },
          ...changes,
        },
      );
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
