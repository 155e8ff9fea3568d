import type { MadeVersion } from './built-version.ts';
import { composeVersions } from './compose-versions.ts';
import { newMisfits, type Surroundings } from './gate/check-composition.ts';
import type { Project } from './project.ts';
import { surroundingsOf } from './promote.ts';
import { Refusal } from './refusal.ts';
import type { SiteStore } from './store/site-store.ts';

/** A version that is in the store now. */
export type Published = MadeVersion & { isNew: boolean };

interface Admission {
  store: SiteStore;
  /** The checkout that the versions were built from; null for uploads over the site. */
  project: Project | null;
  /** The environment whose gate they must pass. */
  environment: string;
  /** Workspaces that were asked for; none means all of the checkout. */
  names: readonly string[];
  /** Published versions to promote them with, where what is live does not offer what they need. */
  together?: readonly MadeVersion[];
}

/**
 * Publishes versions, all of them or none: each must fit beside what is live.
 *
 * @throws Refusal when something does not fit
 */
export async function admit(admission: Admission, made: readonly MadeVersion[]): Promise<Published[]> {
  const { store } = admission;
  await refuseMisfits(admission, made);
  const published: Published[] = [];
  for (const version of made) {
    const isNew = await store.publish(version.target, version.dist, version.record);
    if (version.maps) await store.saveMaps(version.target, version.maps);
    published.push({ ...version, isNew });
  }
  return published;
}

async function refuseMisfits(admission: Admission, made: readonly MadeVersion[]): Promise<void> {
  const { store, environment, together = [] } = admission;
  const id = await store.liveId(environment);
  const before = id === null ? null : await store.composition(id);
  const composition = composeVersions(before, {
    versions: [...made, ...together],
    isWhole: isWhole(admission),
  });
  const misfits = newMisfits(before, composition, await gateOf(admission));
  if (misfits.length > 0)
    throw new Refusal('misfit', 'Nothing was published, because this does not fit:', misfits);
}

const isWhole = ({ project, names }: Admission): boolean => names.length === 0 && !!project?.isWholeSite;

/** With the whole site comes the API that is built beside it. */
async function gateOf(admission: Admission): Promise<Surroundings> {
  const surroundings = await surroundingsOf(admission, admission.project);
  return isWhole(admission) ? { ...surroundings, apiCalls: await builtApiCalls() } : surroundings;
}

/** Calls of the API that is built beside the site. */
export async function builtApiCalls(): Promise<string[]> {
  // Loaded lazily: reading the contract is most of the tool's start.
  const { contract } = await import('@frens/contract');
  return Object.keys(contract);
}
