import { SiteStore } from '../api/src/site/site-store.ts';
import { buildRemote, buildShell } from './build-app.ts';
import { remoteNames, storeDir } from './folders.ts';

// Builds and publishes what has changed, then makes the result live. `node --import tsx scripts/build.ts [workspace…]`
const only = process.argv.slice(2);
const store = new SiteStore(storeDir);
const wanted = (name: string) => only.length === 0 || only.includes(name);

const liveId = await store.liveId();
const live = liveId ? await store.composition(liveId) : null;

const host = wanted('shell') || !live ? await buildShell(store) : live.host;
const apps = Object.fromEntries(
  await Promise.all(
    remoteNames.map(async (name) => {
      const kept = live?.apps[name];
      return [name, wanted(name) || !kept ? { versions: [await buildRemote(store, name)] } : kept] as const;
    }),
  ),
);
await store.goLive({ host, apps });
