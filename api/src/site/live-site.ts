import type { Composition } from '@frens/compose/composition';
import { whyRefused } from '@frens/compose/composition';
import { endSlowCanary, type Quarantined, quarantine } from '@frens/compose/server';
import type { SiteStore } from '@frens/compose/store';
import { minute, second } from '../clock.ts';
import type { LiveSite } from '../services.ts';
import { cacheWithTtl } from '../ttl-cache.ts';

/** How long a version is on pages before it can be said to work: who it fails for has told by then. In milliseconds. */
const settling = 10 * minute;

/**
 * What visitors of an environment of a store see.
 *
 * @param remoteOrigins where versions of remotes may lie beside our own origin
 */
export function createLiveSite(
  store: SiteStore,
  environment: string,
  remoteOrigins: readonly string[],
): LiveSite {
  const read = cacheWithTtl(second, async () => {
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
  /** When each version is asked about next, in milliseconds since 1970; never again where it works. */
  const askAt = new Map<string, number>();
  /** During which freeze each version was last said to stay. */
  const stayed = new Map<string, string>();
  /** Why a version went, or once in a freeze why it stays. */
  function sayOnce(version: string, done: Quarantined | null): string | null {
    if (done === null || (done.frozenAt !== null && stayed.get(version) === done.frozenAt)) return null;
    if (done.frozenAt !== null) stayed.set(version, done.frozenAt);
    return done.why;
  }
  return {
    async noteWorking(version, now, works) {
      const at = askAt.get(version);
      if (at !== undefined && now.getTime() < at) return;
      askAt.set(version, now.getTime() + settling);
      if (at === undefined || !(await works())) return;
      await store.noteWorked(environment, version);
      askAt.set(version, Number.POSITIVE_INFINITY);
    },
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
    async isLoadable(version) {
      const shown = await read();
      return [shown?.live, shown?.canary?.composition]
        .flatMap((one) => Object.entries(one?.apps ?? {}))
        .some(([name, { versions }]) =>
          versions.some(
            (one) => `${name}@${one.version}` === version && whyRefused(one, remoteOrigins) === null,
          ),
        );
    },
    async liveInsteadOf(version) {
      const shown = await read();
      if (!shown?.canary?.versions.includes(version)) return null;
      const [name = ''] = version.split('@');
      const { host, apps } = shown.live;
      const live = name === shellName ? host.version : apps[name]?.versions[0].version;
      return { live: live === undefined ? null : `${name}@${live}` };
    },
    quarantine: async (version, seen) =>
      sayOnce(version, await quarantine({ store, environment }, version, seen)),
    endSlowCanary: async (version, seen, live) =>
      sayOnce(version, await endSlowCanary({ store, environment }, version, seen, live)),
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
