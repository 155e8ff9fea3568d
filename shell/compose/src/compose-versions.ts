import type { MadeVersion } from './built-version.ts';
import { platformMisfits } from './gate/check-composition.ts';
import type { ComposedApp, Composition, RemoteVersion } from './model/composition.ts';
import { Refusal } from './refusal.ts';

/** How many fallbacks a remote keeps behind its live version. */
const keptFallbacks = 1;

/** Requested changes of a composition. */
export interface Changes {
  versions: readonly MadeVersion[];
  /** Remotes that leave the site. */
  without?: readonly string[];
  /** Whether the versions are the whole site: every other remote is removed. */
  isWhole?: boolean;
}

/** Known health of versions, as in `mf-quiz@0.1.0-3fa2c1d8e0`. */
export interface Standing {
  /** Versions that worked on pages. */
  worked: ReadonlySet<string>;
  /** Versions that failed or were rolled back. */
  takenOff: ReadonlySet<string>;
}

const nothingKnown: Standing = { worked: new Set(), takenOff: new Set() };

/**
 * Creates a composition with other versions. The fallback is the last version that worked and fits the shell; if none is known,
 * the newest that was never taken off.
 *
 * @param before the live composition, or null
 * @param standing known health of the live versions
 * @throws Refusal when it would lack a shell
 */
export function composeVersions(
  before: Composition | null,
  changes: Changes,
  standing: Standing = nothingKnown,
): Composition {
  const { versions, without = [], isWhole = false } = changes;
  const host = versions.find((made) => made.isShell)?.record ?? before?.host;
  if (!host)
    throw new Refusal(
      'unknown',
      `Nothing is live here yet, so there must be a shell: publish the whole site first (publish --promote, in a checkout of all of it).`,
    );
  const names = new Set([
    ...(isWhole ? [] : Object.keys(before?.apps ?? {})),
    ...versions.filter((made) => !made.isShell).map(({ name }) => name),
  ]);
  const missing = without.filter((name) => !names.has(name));
  if (missing.length > 0) throw new Refusal('unknown', `${missing.join(', ')} is not live.`);
  const apps: Composition['apps'] = {};
  for (const name of [...names].sort()) {
    if (without.includes(name)) continue;
    const made = versions.find((one) => one.name === name);
    const app = withVersion(before?.apps[name], made?.isShell === false ? made.record : undefined, standing);
    if (app) apps[name] = fitting(app, host);
  }
  return { host, apps };
}

function withVersion(
  app: ComposedApp | undefined,
  version: RemoteVersion | undefined,
  { worked, takenOff }: Standing,
) {
  // The same version may have moved to another origin.
  const isSame = version?.version === app?.versions[0].version && version?.base === app?.versions[0].base;
  if (!version || isSame) return app;
  const key = (other: RemoteVersion) => `${other.descriptor.name}@${other.version}`;
  const others = (app?.versions ?? [])
    .filter((other) => other.version !== version.version && !takenOff.has(key(other)))
    .sort((a, b) => Number(worked.has(key(b))) - Number(worked.has(key(a))));
  return { versions: [version, ...others] } satisfies ComposedApp;
}

/** Keeps only fallbacks that this shell can run. */
function fitting({ versions: [live, ...others] }: ComposedApp, host: Composition['host']): ComposedApp {
  const fit = others.filter((other) => platformMisfits({ host }, other).length === 0);
  return { versions: [live, ...fit.slice(0, keptFallbacks)] };
}
