import { appendHistory } from './append-history.ts';
import { assertNotFrozen } from './assert-not-frozen.ts';
import { refuseRemoved, versionLabel } from './built-version.ts';
import { saveCanaryBucket } from './canary.ts';
import { type Changes, composeVersions } from './compose-versions.ts';
import type { Place } from './format-command.ts';
import { newMisfits, type Surroundings } from './gate/check-composition.ts';
import type { Project } from './project.ts';
import { Refusal } from './refusal.ts';
import { leaveToBrowsers, refuseUnrendered } from './render/leave-to-browsers.ts';
import { renderPages } from './render/render-pages.ts';
import { type Author, defaultEnvironment, type HistoryEntry } from './store/history-entry.ts';
import { type SiteStore, shellName } from './store/site-store.ts';
import { refuseTakenOff, standingOf, takeOff } from './taken-off.ts';
import { refuseDamaged } from './verify-store.ts';

/** The environment to change, and who changes it. */
export interface Target {
  store: SiteStore;
  environment: string;
  author: Author;
  /** Receives the progress of long steps. */
  say?: (line: string) => void;
}

/** Reads what the gate checks a composition against. */
export async function surroundingsOf(
  { store, environment }: Pick<Target, 'store' | 'environment'>,
  project: Project | null,
): Promise<Surroundings> {
  const apiCalls = await store.apiCalls(environment);
  const { remotes: remoteOrigins } = await store.origins(environment);
  const site = { apiCalls, remoteOrigins };
  const { mailPages } = store.site;
  return project?.isWholeSite ? { ...site, mailPages, folders: project.remoteNames } : site;
}

/**
 * Makes versions live, all in one step or none.
 *
 * @param options.force includes versions that were taken off
 * @param options.withoutRendering leaves the pages of these versions to browsers
 * @returns the new entry, or null if all of it is live already
 * @throws Refusal when the environment is frozen, a version was taken off, or the gate or the rendering refuses it
 */
export async function promote(
  target: Target & Place,
  changes: Changes,
  surroundings: Surroundings,
  { force = false, withoutRendering = false }: PromotionOptions = {},
): Promise<HistoryEntry | null> {
  const { store, environment, author } = target;
  return appendHistory(store, environment, author, async (head) => {
    const before = await baseComposition(store, environment, head);
    await refuseRemoved(store, changes.versions);
    const remotes = changes.versions.map(({ name }) => name);
    const standing = await standingOf({ store, environment }, head, before, remotes);
    const composition = composeVersions(before, changes, standing);
    const id = await store.saveComposition(composition);
    if (id === head?.composition) {
      // After a rollback, or an interruption, some of its pages may never have been rendered.
      await renderPages(store, composition, { say: target.say });
      return null;
    }
    assertNotFrozen(target, head);
    const names = changes.versions.map(versionLabel);
    if (!force) await refuseTakenOff({ store, environment }, head, names);
    const misfits = newMisfits(store.site, before, composition, surroundings);
    if (misfits.length > 0)
      throw new Refusal('misfit', 'Nothing went live, because this does not fit:', misfits);
    await refuseDamaged({ store, environment }, changes.versions);
    if (withoutRendering) await leaveToBrowsers(target, composition, changes.versions);
    await refuseUnrendered(target, composition, before);
    const canary = await saveCanaryBucket(store, head?.canary, composition, surroundings);
    return { kind: 'promote', composition: id, canary, takenOff: takeOff(head, [], names) };
  });
}

/** What a promotion does beyond the usual. */
export interface PromotionOptions {
  force?: boolean;
  withoutRendering?: boolean;
}

/** The composition to change: the live one; for a new environment, that of the default one. */
async function baseComposition(store: SiteStore, environment: string, head: HistoryEntry | null) {
  const id = head?.composition ?? (environment === defaultEnvironment ? null : await store.liveId());
  return id === null ? null : store.composition(id);
}

/** The workspaces that can be published from a checkout, the shell first. */
export const publishable = ({ isWholeSite, remoteNames }: Project): string[] => [
  ...(isWholeSite ? [shellName] : []),
  ...remoteNames,
];
