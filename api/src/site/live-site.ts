import { endSlowCanary, quarantine } from '@frens/compose/quarantine';
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
      id: composition,
      live: await store.composition(composition),
      canary: canary && {
        id: canary.composition,
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
    async compositions() {
      const shown = await read();
      return new Set([shown?.id, shown?.canary?.id].filter((id) => id !== undefined));
    },
    async liveInsteadOf(version) {
      const shown = await read();
      if (!shown?.canary?.versions.includes(version)) return null;
      const [name = ''] = version.split('@');
      const { host, apps } = shown.live;
      const live = name === shellName ? host.version : apps[name]?.versions[0].version;
      return { live: live === undefined ? null : `${name}@${live}` };
    },
    quarantine: (version, seen) => quarantine({ store, environment }, version, seen),
    endSlowCanary: (version, seen, live) => endSlowCanary({ store, environment }, version, seen, live),
  };
}

/** What the shell is called among versions. */
const shellName = 'shell';

/** All versions in a composition, those to fall back to as well. */
const namesIn = ({ host, apps }: Composition) => [
  `${shellName}@${host.version}`,
  ...Object.entries(apps).flatMap(([name, { versions }]) =>
    versions.map(({ version }) => `${name}@${version}`),
  ),
];
