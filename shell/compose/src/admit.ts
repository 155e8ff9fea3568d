import type { MadeVersion } from './built-version.ts';
import { composeVersions } from './compose-versions.ts';
import { newMisfits, type Surroundings } from './gate/check-composition.ts';
import type { Project } from './project.ts';
import { surroundingsOf } from './promote.ts';
import { Refusal } from './refusal.ts';
import type { SiteStore } from './store/site-store.ts';

/** A published version. */
export type Published = MadeVersion & { isNew: boolean };

interface Admission {
  store: SiteStore;
  /** The checkout that the versions were built from; null for uploads over the site. */
  project: Project | null;
  /** The environment whose gate they must pass. */
  environment: string;
  /** Requested workspaces; none means all of the checkout. */
  names: readonly string[];
  /** Published versions that will go live with them, if the live ones lack what they need. */
  together?: readonly MadeVersion[];
}

/**
 * Publishes all versions or none: each must fit the live composition.
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
  const misfits = newMisfits(store.site, before, composition, await gateOf(admission));
  if (misfits.length > 0)
    throw new Refusal('misfit', 'Nothing was published, because this does not fit:', misfits);
}

const isWhole = ({ project, names }: Admission): boolean => names.length === 0 && !!project?.isWholeSite;

/** A checkout of the whole site has its own API. */
async function gateOf(admission: Admission): Promise<Surroundings> {
  const surroundings = await surroundingsOf(admission, admission.project);
  const calls = isWhole(admission) ? await admission.store.site.readCalls?.() : undefined;
  return calls ? { ...surroundings, apiCalls: calls } : surroundings;
}
