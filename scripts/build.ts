import type { Composition, RemoteVersion } from '@frens/contract/composition';
import { mailPages } from '@frens/contract/site-path';
import { checkComposition } from '../api/src/site/check-composition.ts';
import { LiveMoved, SiteStore } from '../api/src/site/site-store.ts';
import { compile, findRemote, findShell, publishRemote, publishShell } from './build-app.ts';
import { buildApi } from './build-servers.js';
import { isWholeSite, remoteNames, storeDir } from './folders.ts';
import { dropOwners } from './owners.js';

// Builds and publishes what has changed, then makes the result live: `npm run build`, or with names of workspaces for these alone.
const only = process.argv.slice(2);
if (only.length === 0) {
  buildApi();
  // A remote whose folder was removed is gone from the site with this build, and has no owner.
  dropOwners();
}

const store = new SiteStore(storeDir);
const isWanted = (name: string) => only.length === 0 || only.includes(name);
const unknown = only.filter((name) => name !== 'shell' && !remoteNames.includes(name));
if (unknown.length > 0)
  throw new Error(`There is no remote ${unknown.join(', ')}: a remote is a folder with a remote.json.`);

const first = await readLive();
const shell = isWanted('shell') || !first.composition ? await findShell(store) : null;
const remotes = await Promise.all(
  remoteNames
    .filter((name) => isWanted(name) || !first.composition?.apps[name])
    .map((name) => findRemote(store, name)),
);
await compile([...(shell ? [shell] : []), ...remotes].filter(({ published }) => published === null));
const versions = new Map<string, RemoteVersion>();
for (const remote of remotes)
  versions.set(remote.name, remote.published ?? (await publishRemote(store, remote)));
const newHost = shell && (shell.published ?? (await publishShell(store, shell)));
await makeLive(first);

interface Live {
  id: string | null;
  /** Null when there is none, or when this run builds everything: it then takes nothing from it, least of all a remote that is gone. */
  composition: Composition | null;
}

async function readLive(): Promise<Live> {
  const id = await store.liveId();
  return { id, composition: id !== null && only.length > 0 ? await store.composition(id) : null };
}

/** Makes the new versions live among those of others, and again from what is live by then when somebody else was faster. */
async function makeLive(live: Live, tries = 5): Promise<void> {
  const host = newHost ?? live.composition?.host;
  if (!host) throw new Error('There is no shell to make live.');
  const apps = { ...live.composition?.apps };
  for (const [name, version] of versions) apps[name] = { versions: [version] };
  const misfits = checkComposition({ host, apps }, isWholeSite ? { folders: remoteNames, mailPages } : {});
  if (misfits.length > 0)
    throw new Error(`Nothing went live, because this does not fit:\n${misfits.join('\n')}`);
  try {
    await store.goLive({ host, apps }, live.id);
  } catch (error) {
    if (!(error instanceof LiveMoved) || tries <= 1) throw error;
    await makeLive(await readLive(), tries - 1);
  }
}
