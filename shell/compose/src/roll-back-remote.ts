import { appendHistory } from './append-history.ts';
import { findVersion, type MadeVersion, versionLabel } from './built-version.ts';
import { saveCanaryBucket } from './canary.ts';
import type { Surroundings } from './command.ts';
import { composeVersions } from './compose-versions.ts';
import { formatCommand } from './format-command.ts';
import { newMisfits } from './gate/check-composition.ts';
import type { Composition } from './model/composition.ts';
import { surroundingsOf, type Target } from './promote.ts';
import { readHistory } from './read-history.ts';
import { readVersion } from './read-version.ts';
import { Refusal } from './refusal.ts';
import { endOfCanary, lastVisible, movedNow, refuseSame } from './rollback.ts';
import type { HistoryEntry } from './store/history-entry.ts';
import { refuseTakenOff, standingOf, takeOff } from './taken-off.ts';
import { refuseDamaged } from './verify-store.ts';

interface Wanted {
  /** `mf-quiz`, or `mf-quiz@0.1.0-3fa2c1d8e0` for one version that was live. */
  part: string;
  /** Despite changed files, a version that was taken off, or a refusal of the gate. */
  force?: boolean;
}

/**
 * Rolls one remote back to its last good version within today's composition; a canary of it ends first, alone. Works while the
 * environment is frozen. Without a named version it acts once per incident, as `rollback` does.
 *
 * @returns the new entry, or null when that is live already
 * @throws Refusal when there is no earlier version, its files are damaged, or there was a rollback or promotion a moment ago
 */
export async function rollBackRemote(
  target: Target & Pick<Surroundings, 'site'>,
  { part, force = false }: Wanted,
): Promise<HistoryEntry | null> {
  const { store, environment, author } = target;
  const [name = ''] = part.split('@');
  const wanted = part.includes('@') ? await readVersion(store, part) : null;
  const surroundings = await surroundingsOf(target, null);
  /** The live version at the start. */
  let from: string | undefined;
  return appendHistory(store, environment, author, async (head) => {
    if (!head) throw new Refusal('unknown', `Nothing was ever live in ${environment}.`);
    const shown = head.canary?.versions.some((version) => version.startsWith(`${name}@`));
    if (!wanted && head.canary && shown) return endOfCanary(store, head, head.canary);
    const before = await store.composition(head.composition);
    const live = (await store.versionsIn(head.composition))[name];
    if (live === undefined) throw new Refusal('unknown', `${name} is not live in ${environment}.`);
    from ??= live;
    if (!wanted) await refuseGoneBack(target, head, name, live);
    if (!wanted && from !== live) throw movedNow(target, head);
    const found = wanted ? null : await lastGood(target, head, name, [live]);
    const good = wanted ?? found?.version;
    if (!good)
      throw new Refusal(
        'unknown',
        `There is nothing before ${name}@${live} in ${environment} to go back to.`,
      );
    if (good.record.version === live) return null;
    const standing = await standingOf(target, head, before, [name]);
    const off = `${name}@${live}`;
    const takenOff = takeOff(head, [off], [versionLabel(good)]);
    // Its former fallback is no longer in the live composition.
    const next = (await lastGood(target, head, name, [live, good.record.version]))?.version ?? null;
    const composition = composeVersions(
      withFallback(before, next),
      { versions: [good] },
      { ...standing, takenOff: new Set([...standing.takenOff, off]) },
    );
    if (!force) {
      await refuseTakenOff(target, head, [versionLabel(good)]);
      await refuseDamaged(target, [good]);
      const misfits = newMisfits(store.site, before, composition, surroundings);
      if (misfits.length > 0)
        throw new Refusal(
          'misfit',
          `${versionLabel(good)} does not fit the site of today (--force goes back to it):`,
          misfits,
        );
    }
    return {
      kind: 'rollback',
      skipped: found?.skipped,
      composition: await store.saveComposition(composition),
      canary: await saveCanaryBucket(store, head.canary, composition, surroundings),
      takenOff,
    };
  });
}

/** @throws Refusal when this incident already ended a canary of this part, or replaced a version of it that was taken off */
async function refuseGoneBack(
  target: Target & Pick<Surroundings, 'site'>,
  head: HistoryEntry,
  name: string,
  live: string,
): Promise<void> {
  const { store, environment } = target;
  const steps = Object.entries(head.takenOff ?? {}).filter(([version]) => version.startsWith(`${name}@`));
  const visible = await lastVisible(target, head);
  const ended = visible?.endedCanary?.some((version) => version.startsWith(`${name}@`)) ? visible : null;
  const last = ended ?? (await store.entry(environment, Math.max(0, ...steps.map(([, number]) => number))));
  if (!last || (await store.versionsIn(last.composition))[name] !== live) return;
  const further = await lastGood(target, head, name, [live]);
  refuseSame(last, further && formatCommand(`rollback ${versionLabel(further.version)}`, target));
}

/** Adds a fallback for the next version of a remote. */
function withFallback({ host, apps }: Composition, version: MadeVersion | null): Composition {
  const app = version && apps[version.name];
  if (!app || version.isShell) return { host, apps };
  return { host, apps: { ...apps, [version.name]: { versions: [...app.versions, version.record] } } };
}

interface GoodVersion {
  version: MadeVersion;
  /** The later ones that it is preferred to, and why each; absent if there are none. */
  skipped?: Record<string, string>;
}

/**
 * Finds the last version of a part that was live and worked, except some; if none is known, the newest that was never taken off.
 * Null if none is published any more.
 */
async function lastGood(
  { store, environment }: Target,
  head: HistoryEntry,
  name: string,
  others: readonly string[],
): Promise<GoodVersion | null> {
  const seen = new Set(others);
  const skipped: [string, string][] = [];
  const over = (version: MadeVersion): GoodVersion =>
    skipped.length > 0 ? { version, skipped: Object.fromEntries(skipped) } : { version };
  let newest: GoodVersion | null = null;
  for await (const { versions } of readHistory(store, environment)) {
    const version = versions?.[name];
    if (version === undefined || seen.has(version)) continue;
    seen.add(version);
    const step = head.takenOff?.[`${name}@${version}`];
    const found = step ? null : await findVersion(store, name, version);
    if (found && (await store.hasWorked(environment, versionLabel(found)))) return over(found);
    if (found) newest ??= over(found);
    const why = found
      ? 'not known to have worked'
      : step
        ? `taken off in step ${step}`
        : 'not there any more';
    skipped.push([`${name}@${version}`, why]);
  }
  return newest;
}
