import { whyRefused } from '../model/composed-files.ts';
import type { Composition } from '../model/composition.ts';
import { endSlowCanary, type Quarantined, quarantine } from '../quarantine.ts';
import { type SiteStore, shellName } from '../store/site-store.ts';

/** How long a version must be live before it can count as working, in milliseconds: by then its failures have been reported. */
const minWorkingTime = 10 * 60_000;
/** How long the live compositions are cached, in milliseconds. */
const freshFor = 1_000;

/** The live compositions of the site that this process serves. */
export interface LiveSite {
  /** Versions of shell and remotes that pages may show, as in `mf-quiz@0.1.0-3fa2c1d8e0`: live, fallback and canary. */
  versions(): Promise<ReadonlySet<string>>;
  /** Ids of the compositions in use: the live one and a canary's. */
  compositions(): Promise<ReadonlySet<string>>;
  /** Whether a composition in use names a version and pages may load it. */
  isLoadable(version: string): Promise<boolean>;
  /** For a version that only a canary shows, the live version; null for every other. */
  liveInsteadOf(version: string): Promise<{ live: string | null } | null>;
  /**
   * Records in the store that a version works, which makes it a fallback. Asks `works` at intervals, and only after failures had time
   * to be reported.
   *
   * @param now time by the host's clock
   * @param works tells whether the version works
   */
  noteWorking(version: string, now: Date, works: () => Promise<boolean>): Promise<void>;
  /**
   * Quarantines a version: the previous one takes its place. Never the last one.
   *
   * @returns the reason in a sentence; in a freeze, once, why it stays; null if nothing was done or everything was said
   */
  quarantine(
    version: string,
    seen: { visits: number; failures: Partial<Record<string, number>> },
  ): Promise<string | null>;
  /**
   * Ends the canary of a version that responds too slowly.
   *
   * @param seen measured and slow responses of the version
   * @param live the same for the live version; null if there is none
   * @returns as `quarantine` does
   */
  endSlowCanary(
    version: string,
    seen: { measured: number; poor: number },
    live: { measured: number; poor: number } | null,
  ): Promise<string | null>;
}

/**
 * Creates the view of an environment's live compositions.
 *
 * @param remoteOrigins further origins of remotes
 */
export function createLiveSite(
  store: SiteStore,
  environment: string,
  remoteOrigins: readonly string[],
): LiveSite {
  /** By their ids, that of what is live and a canary's: to check one costs more than all else that a report does, and they never change. */
  const compositions = new Map<string, Composition>();
  async function readComposition(id: string): Promise<Composition> {
    const composition = compositions.get(id) ?? (await store.composition(id));
    compositions.delete(id);
    compositions.set(id, composition);
    for (const oldest of compositions.keys()) if (compositions.size > 2) compositions.delete(oldest);
    return composition;
  }
  async function readShown() {
    const shown = await store.shown(environment);
    if (!shown) return null;
    const { composition, canary } = shown;
    return {
      id: composition,
      live: await readComposition(composition),
      canary: canary && {
        id: canary.composition,
        versions: canary.versions,
        composition: await readComposition(canary.composition),
      },
    };
  }
  let known: { at: number; shown: ReturnType<typeof readShown> } | undefined;
  function read(): ReturnType<typeof readShown> {
    if (known && performance.now() - known.at <= freshFor) return known.shown;
    const reading = { at: performance.now(), shown: readShown() };
    known = reading;
    // Failures are not cached.
    reading.shown.catch(() => {
      if (known === reading) known = undefined;
    });
    return reading.shown;
  }
  /** When each version is checked next, in milliseconds since 1970; infinity once it works. */
  const askAt = new Map<string, number>();
  /** The freeze in which each version was last reported to stay. */
  const stayed = new Map<string, string>();
  /** The reason; during a freeze only the first time. */
  function sayOnce(version: string, done: Quarantined | null): string | null {
    if (done === null || (done.frozenAt !== null && stayed.get(version) === done.frozenAt)) return null;
    if (done.frozenAt !== null) stayed.set(version, done.frozenAt);
    return done.why;
  }
  return {
    async noteWorking(version, now, works) {
      const at = askAt.get(version);
      if (at !== undefined && now.getTime() < at) return;
      askAt.set(version, now.getTime() + minWorkingTime);
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

/** All versions in a composition, including fallbacks. */
const namesIn = ({ host, apps }: Composition) => [
  `${shellName}@${host.version}`,
  ...Object.entries(apps).flatMap(([name, { versions }]) =>
    versions.map(({ version }) => `${name}@${version}`),
  ),
];
