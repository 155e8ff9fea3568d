import { admit, type Published } from './admit.ts';
import { checkBudgets } from './build/budgets.ts';
import { type Build, compile, descriptorOf, findBuild, makeVersion, remember } from './build/builds.ts';
import { checkTypes } from './build/check-types.ts';
import { findVersion, type MadeVersion } from './built-version.ts';
import { refuseTexts } from './gate/check-texts.ts';
import type { SiteDefinition } from './model/site-definition.ts';
import { noteOwner, ownerIn } from './owners.ts';
import type { Project } from './project.ts';
import { publishable } from './promote.ts';
import { listVersions } from './read-version.ts';
import { Refusal } from './refusal.ts';
import { readSourceCommit } from './source-commit.ts';
import { type SiteStore, shellName } from './store/site-store.ts';

interface Publication {
  store: SiteStore;
  project: Project;
  /** The environment whose gate it must pass. */
  environment: string;
  /** Workspaces; none means all of the checkout. */
  names: readonly string[];
  /** Published versions that will go live with it, if the live ones lack what it needs. */
  together?: readonly MadeVersion[];
  say: (line: string) => void;
}

type Building = Omit<Publication, 'store' | 'together'> & { store: SiteStore | null; site: SiteDefinition };

/**
 * Builds and publishes workspaces without promoting them, all or none: each must fit the live composition.
 *
 * @throws Refusal when one does not compile, has type errors, is over budget or does not fit
 */
export async function publish(publication: Publication): Promise<Published[]> {
  const { builds, made } = await build({ ...publication, site: publication.store.site });
  const published = await admit(publication, made);
  const { store, project } = publication;
  for (const [index, { name, record }] of published.entries()) {
    const from = builds[index];
    if (from) await remember(from, record.version);
    await noteOwner(store, name, await ownerIn(project.dir, name));
    const source = await readSourceCommit(project.dir, name);
    if (source) await store.saveSource(name, record.version, source);
  }
  return published;
}

/**
 * Builds versions of workspaces without publishing.
 *
 * @throws Refusal when one does not compile, has type errors or is over budget
 */
export async function build({ store, site, project, environment, names, say }: Building): Promise<{
  builds: Build[];
  made: MadeVersion[];
}> {
  const unknown = names.filter((name) => !publishable(project).includes(name));
  if (unknown.length > 0)
    throw new Refusal(
      'usage',
      `There is no ${unknown.join(', ')} here: a remote is a folder with a remote.json.`,
    );
  const wanted = names.length > 0 ? names : publishable(project);
  const builds = await Promise.all(wanted.map((name) => findBuild(project, site, store, name)));
  // Fails before half a minute of work.
  for (const { name, dir } of builds.filter(isUnknown)) {
    if (name !== shellName) await descriptorOf(site, name, dir);
    await refuseTexts(site, name, dir);
  }
  const checked = checkTypes(site, project, builds.filter(isUnknown), say);
  // Both run to the end in parallel. Type errors are reported first, because they name file and line.
  const [making] = await Promise.allSettled([
    makeVersions(builds, { store, site, environment, say }),
    checked,
  ]);
  await checked;
  if (making.status === 'rejected') throw making.reason;
  return { builds, made: making.value };
}

const isUnknown = ({ known }: Build) => known === null;

/** Compiles changed workspaces, and gives each its version. */
async function makeVersions(
  builds: Build[],
  { store, site, environment, say }: Omit<Building, 'project' | 'names'>,
): Promise<MadeVersion[]> {
  await compile(site, builds.filter(isUnknown), say);
  const made: MadeVersion[] = [];
  for (const build of builds) {
    const version = build.known ?? (await makeVersion(site, build));
    if (!build.known)
      checkBudgets(site, version, store && (await readOlder(store, environment, build.name)), say);
    made.push(version);
  }
  return made;
}

/** The version to compare a new one with: the live one, or else the newest published. */
async function readOlder(
  store: SiteStore,
  environment: string,
  name: string,
): Promise<MadeVersion['record'] | null> {
  const id = (await store.liveId(environment)) ?? (await store.liveId());
  const live = id === null ? undefined : (await store.versionsIn(id))[name];
  const older = live ?? (await listVersions(store, name))[0]?.version;
  return older === undefined ? null : ((await findVersion(store, name, older))?.record ?? null);
}

/** Records the calls of the API that was built with the whole site, for the gate. */
export async function noteApi(store: SiteStore, environment: string): Promise<void> {
  const calls = await store.site.readCalls?.();
  if (calls) await store.saveApiCalls(environment, [...calls]);
}
