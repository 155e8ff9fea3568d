import { quarantine } from '@frens/compose/quarantine';
import type { SiteStore } from '@frens/compose/store/site-store';
import type { Composition } from '@frens/contract/composition';
import { second } from '../clock.ts';
import { freshFor } from '../fresh-for.ts';
import type { LiveSite } from '../services.ts';

/** What visitors of an environment of a store see. */
export function createLiveSite(store: SiteStore, environment: string): LiveSite {
  const read = freshFor(second, async () => {
    const shown = await store.shown(environment);
    if (!shown) return null;
    const { composition, canary } = shown;
    return {
      live: await store.composition(composition),
      canary: canary && {
        versions: canary.versions,
        composition: await store.composition(canary.composition),
      },
    };
  });
  return {
    async versions() {
      const shown = await read();
      return new Set([
        ...(shown ? namesIn(shown.live) : []),
        ...(shown?.canary ? namesIn(shown.canary.composition) : []),
      ]);
    },
    async liveInsteadOf(version) {
      const shown = await read();
      if (!shown?.canary?.versions.includes(version)) return null;
      const [name = ''] = version.split('@');
      const live = shown.live.apps[name]?.versions[0].version;
      return { live: live === undefined ? null : `${name}@${live}` };
    },
    quarantine: (version, seen) => quarantine({ store, environment }, version, seen),
  };
}

/** All versions of remotes in a composition, those to fall back to as well. */
const namesIn = ({ apps }: Composition) =>
  Object.entries(apps).flatMap(([name, { versions }]) => versions.map(({ version }) => `${name}@${version}`));
