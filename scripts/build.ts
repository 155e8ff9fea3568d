import { SiteStore } from '../api/src/site/site-store.ts';
import { compile, findRemote, findShell, publishRemote, publishShell } from './build-app.ts';
import { buildDatabase } from './build-database.js';
import { remoteNames, storeDir } from './folders.ts';

// Builds and publishes what has changed, then makes the result live: `npm run build`, or with names of workspaces for these alone.
const only = process.argv.slice(2);
if (only.length === 0) buildDatabase();

const store = new SiteStore(storeDir);
const liveId = await store.liveId();
// Who builds everything takes nothing from what is live, least of all a remote whose folder is gone.
const live = liveId && only.length > 0 ? await store.composition(liveId) : null;
const isWanted = (name: string) => only.length === 0 || only.includes(name);

const shell = isWanted('shell') || !live ? await findShell(store) : null;
const remotes = await Promise.all(
  remoteNames.filter((name) => isWanted(name) || !live?.apps[name]).map((name) => findRemote(store, name)),
);
await compile([...(shell ? [shell] : []), ...remotes].filter(({ published }) => published === null));

const apps = { ...live?.apps };
for (const remote of remotes) {
  apps[remote.name] = { versions: [remote.published ?? (await publishRemote(store, remote))] };
}
// Without a shell of its own this run keeps the live one, which is there: else the shell would have been wanted.
const host = shell ? (shell.published ?? (await publishShell(store, shell))) : live?.host;
if (!host) throw new Error('There is no shell to make live.');
await store.goLive({ host, apps });
