import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import type { ComposedApp, Composition, RemoteVersion } from '@frens/compose';
import { SiteStore } from '@frens/compose/store';
import { site } from '@frens/contract/site';
import { goLive } from '../../shell/compose/src/testing/go-live.ts';
import { type ChangeOfText, publishAgain } from './changed-versions.ts';
import { builtStore, rootDir } from './site.ts';

/** A copy of the built site's store, and the remote in it that a test is about. */
export interface SiteCopy {
  store: SiteStore;
  /** The composition that was live when the copy was made, with nothing to fall back to. */
  original: Composition;
  /** The remote's version in it. */
  version: RemoteVersion;
  /** Runs the tool in the checkout, on the copy. */
  compose(...words: string[]): Promise<{ code: number; out: string; err: string }>;
  /** Publishes that version once more, changed or not, which nobody sees yet (`publishAgain`). */
  publishAgain(hash: string, change?: ChangeOfText): Promise<RemoteVersion>;
  /** Makes a composition live, whatever was. */
  goLive(composition: Composition): Promise<void>;
  /** Makes the original live with these versions of the remote, the newest first. */
  goLiveWith(...versions: ComposedApp['versions']): Promise<void>;
}

/** A composition without versions to fall back to, as it is after a first build. */
function withoutFallbacks({ host, apps }: Composition): Composition {
  const alone = Object.entries(apps).map(([name, { versions }]): [string, ComposedApp] => [
    name,
    { versions: [versions[0]] },
  ]);
  return { host, apps: Object.fromEntries(alone) };
}

/**
 * Copies the built store, so that it is not touched, and makes its composition live without versions to fall back to.
 *
 * @param dir where the copy comes to lie, as `store`, and what is written meanwhile
 * @param remote name of the remote's workspace
 * @param checkout where the tool is run
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
