import { type Build, compile, findBuild, type MadeVersion, makeVersion, remember } from './build/builds.ts';
import { checkTypes } from './build/check-types.ts';
import { composeVersions } from './compose-versions.ts';
import { checkComposition, type Surroundings } from './gate/check-composition.ts';
import type { Project } from './project.ts';
import { publishable, surroundingsOf } from './promote.ts';
import { Refusal } from './refusal.ts';
import type { SiteStore } from './store/site-store.ts';

/** A version that is in the store now. */
export type Published = MadeVersion & { isNew: boolean };

interface Publication {
  store: SiteStore;
  project: Project;
  /** The environment that it must fit. */
  environment: string;
  /** Workspaces; none means all that are here. */
  names: readonly string[];
  /** Published versions that it will go live with, where what is live does not offer what it needs. */
  together?: readonly MadeVersion[];
  say: (line: string) => void;
}

/**
 * Builds and publishes workspaces. Members see nothing of it. What would not fit beside what is live is refused, all of it.
 *
 * @throws Refusal when something does not compile, has wrong types, is over its budget or does not fit
 */
export async function publish(publication: Publication): Promise<Published[]> {
  const { store, project, names, say } = publication;
  const unknown = names.filter((name) => !publishable(project).includes(name));
  if (unknown.length > 0)
    throw new Refusal(
      'usage',
      `There is no ${unknown.join(', ')} here: a remote is a folder with a remote.json.`,
    );
  const wanted = names.length > 0 ? names : publishable(project);
  const builds = await Promise.all(wanted.map((name) => findBuild(project, store, name)));
  const checked = checkTypes(project, builds.filter(isUnknown), say);
  // Both to their end, side by side: what is wrong in the types is said first, because it names the place.
  const [making] = await Promise.allSettled([makeVersions(builds, say), checked]);
  await checked;
  if (making.status === 'rejected') throw making.reason;
  const made = making.value;
  await refuseMisfits(publication, made);

  const published: Published[] = [];
  for (const [index, version] of made.entries()) {
    const build = builds[index];
    const isNew = await store.publish(version.target, version.dist, version.record);
    if (version.maps) await store.saveMaps(version.target, version.maps);
    if (build) await remember(build, version.record.version);
    published.push({ ...version, isNew });
  }
  return published;
}

const isUnknown = ({ known }: Build) => known === null;

/** Compiles what is not known yet, and gives each workspace its version. */
async function makeVersions(builds: Build[], say: (line: string) => void): Promise<MadeVersion[]> {
  await compile(builds.filter(isUnknown), say);
  const made: MadeVersion[] = [];
  for (const build of builds) made.push(build.known ?? (await makeVersion(build)));
  return made;
}

/** Holds versions against what is live, as if they were live with it. */
async function refuseMisfits(publication: Publication, made: readonly MadeVersion[]): Promise<void> {
  const { store, project, environment, together = [], names } = publication;
  const id = await store.liveId(environment);
  const before = id === null ? null : await store.composition(id);
  const isWhole = names.length === 0 && project.isWholeSite;
  const composition = composeVersions(before, { versions: [...made, ...together], isWhole });
  const misfits = checkComposition(composition, await gateOf(publication));
  if (misfits.length > 0)
    throw new Refusal('misfit', 'Nothing was published, because this does not fit:', misfits);
}

/** What stands around it: with the whole site comes the API that is built beside it. */
async function gateOf(publication: Publication): Promise<Surroundings> {
  const { project, names } = publication;
  const surroundings = await surroundingsOf(publication, project);
  const bringsApi = names.length === 0 && project.isWholeSite;
  return bringsApi ? { ...surroundings, apiCalls: await builtApiCalls() } : surroundings;
}

/** Notes for the gate which calls the API offers that was built with the whole site. */
export async function noteApi(store: SiteStore, environment: string): Promise<void> {
  await store.saveApiCalls(environment, await builtApiCalls());
}

async function builtApiCalls(): Promise<string[]> {
  // Only now: reading the contract is most of the tool's start.
  const { contract } = await import('@frens/contract');
  return Object.keys(contract);
}
