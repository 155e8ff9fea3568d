import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import type { ComposedApp, Composition, RemoteVersion } from '@frens/compose';
import { SiteStore } from '@frens/compose/store';
import { site } from '@frens/contract/site';
import { goLive } from '../../shell/compose/src/testing/go-live.ts';
import { type ChangeOfText, publishAgain } from './changed-versions.ts';
import { builtStore, rootDir } from './site.ts';

/** A copy of the built site's store, and the remote under test. */
export interface SiteCopy {
  store: SiteStore;
  /** The live composition at the time of the copy, without fallback versions. */
  original: Composition;
  /** The remote's version in it. */
  version: RemoteVersion;
  /** Runs the compose command in the checkout, on the copy. */
  compose(...words: string[]): Promise<{ code: number; out: string; err: string }>;
  /** Republishes that version, optionally changed, without promoting it (`publishAgain`). */
  publishAgain(hash: string, change?: ChangeOfText): Promise<RemoteVersion>;
  /** Promotes a composition. */
  goLive(composition: Composition): Promise<void>;
  /** Promotes the original composition with these versions of the remote, newest first. */
  goLiveWith(...versions: ComposedApp['versions']): Promise<void>;
}

/** A composition without fallback versions, as after a first build. */
function withoutFallbacks({ host, apps }: Composition): Composition {
  const alone = Object.entries(apps).map(([name, { versions }]): [string, ComposedApp] => [
    name,
    { versions: [versions[0]] },
  ]);
  return { host, apps: Object.fromEntries(alone) };
}

/**
 * Copies the built store, to leave it untouched, and promotes its composition without fallback versions.
 *
 * @param dir target folder: the store goes to `store`; also holds temporary files
 * @param remote name of the remote's workspace
 * @param checkout where the compose command runs
 */
export async function copySite(dir: string, remote: string, checkout = rootDir): Promise<SiteCopy> {
  const storeDir = path.join(dir, 'store');
  await cp(builtStore, storeDir, { recursive: true });
  const store = new SiteStore(storeDir, site);
  const id = await store.liveId();
  if (id === null) throw new Error(`Nothing is published in ${builtStore}. Run: npm run build`);
  const original = withoutFallbacks(await store.composition(id));
  const version = original.apps[remote]?.versions[0];
  if (!version) throw new Error(`${remote} is not live`);
  await goLive(store, original);

  return {
    store,
    original,
    version,
    compose: (...words) =>
      new Promise((resolve) => {
        const program = path.join(checkout, 'shell/compose/bin/compose.js');
        const options = { cwd: checkout, env: { ...process.env, SITE_STORE: storeDir } };
        execFile(process.execPath, [program, ...words], options, (error, out, err) =>
          resolve({ code: Number(error?.code ?? 0), out, err }),
        );
      }),
    publishAgain: (hash, change) => publishAgain(store, dir, version, hash, change),
    async goLive(composition) {
      await goLive(store, composition);
    },
    async goLiveWith(...versions) {
      await goLive(store, { ...original, apps: { ...original.apps, [remote]: { versions } } });
    },
  };
}
