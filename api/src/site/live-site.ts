import { quarantine } from '@frens/compose/quarantine';
import type { SiteStore } from '@frens/compose/store/site-store';
import { second } from '../clock.ts';
import { freshFor } from '../fresh-for.ts';
import type { LiveSite } from '../services.ts';

/** What is live in an environment of a store. */
export function createLiveSite(store: SiteStore, environment: string): LiveSite {
  async function readVersions(): Promise<ReadonlySet<string>> {
    const id = await store.liveId(environment);
    if (id === null) return new Set();
    const { apps } = await store.composition(id);
    return new Set(
      Object.entries(apps).flatMap(([name, { versions }]) =>
        versions.map(({ version }) => `${name}@${version}`),
      ),
    );
  }
  return {
    versions: freshFor(second, readVersions),
    quarantine: (version, seen) => quarantine({ store, environment }, version, seen),
  };
}
