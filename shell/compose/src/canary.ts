import { appendHistory } from './append-history.ts';
import { assertNotFrozen } from './assert-not-frozen.ts';
import { findVersion, type MadeVersion, refuseRemoved, versionLabel } from './built-version.ts';
import { composeVersions } from './compose-versions.ts';
import { formatCommand, type Place } from './format-command.ts';
import { checkComposition, type Surroundings } from './gate/check-composition.ts';
import type { Composition } from './model/composition.ts';
import type { PromotionOptions, Target } from './promote.ts';
import { Refusal } from './refusal.ts';
import { leaveToBrowsers, refuseUnrendered } from './render/leave-to-browsers.ts';
import type { Canary, HistoryEntry } from './store/history-entry.ts';
import { type SiteStore, shellName } from './store/site-store.ts';
import { refuseTakenOff, standingOf, takeOff } from './taken-off.ts';
import { refuseDamaged } from './verify-store.ts';

/**
 * Starts a canary: a share of visitors gets other versions than the live ones. Repeated with another share, it grows or shrinks.
 *
 * @param share in per cent
 * @param options as of a promotion
 * @returns the new entry, or null if nothing changes
 * @throws Refusal when the environment is frozen, another canary runs, a version was taken off, or the gate refuses it
 */
export async function startCanary(
  target: Target & Place,
  versions: readonly MadeVersion[],
  share: number,
  surroundings: Surroundings,
  { force = false, withoutRendering = false }: PromotionOptions = {},
): Promise<HistoryEntry | null> {
  const { store, environment, author } = target;
  const names = versions.map(versionLabel).sort();
  return appendHistory(store, environment, author, async (head) => {
    if (!head)
      throw new Refusal('unknown', `Nothing was ever live in ${environment}: there is nobody to share with.`);
    assertNotFrozen(target, head);
    const running = head.canary;
    if (running && running.versions.join() !== names.join())
      throw new Refusal(
        'misfit',
        `A canary of ${running.versions.join(', ')} runs in ${environment}: promote it, or end it by ${formatCommand('rollback', target)}`,
      );
    await refuseRemoved(store, versions);
    const live = await store.composition(head.composition);
    const remotes = versions.map(({ name }) => name);
    const standing = await standingOf(target, head, live, remotes);
    const composition = composeVersions(live, { versions }, standing);
    const id = await store.saveComposition(composition);
    if (id === head.composition || (running?.composition === id && running.share === share)) return null;
    if (!force) await refuseTakenOff(target, head, names);
    const misfits = checkComposition(store.site, composition, surroundings);
    if (misfits.length > 0)
      throw new Refusal('misfit', 'Nobody sees it, because this does not fit:', misfits);
    await refuseDamaged({ store, environment }, versions);
    if (withoutRendering) await leaveToBrowsers(target, composition, versions);
    await refuseUnrendered(target, composition, live);
    return {
      kind: 'canary',
      composition: head.composition,
      canary: { composition: id, versions: names, share },
      takenOff: takeOff(head, [], names),
    };
  });
}

/**
 * Rebases a canary on a new live composition, without the versions that are now live.
 *
 * @returns null if nothing of it is left, or it no longer fits
 */
export async function saveCanaryBucket(
  store: SiteStore,
  canary: Canary | null | undefined,
  live: Composition,
  surroundings: Surroundings,
): Promise<Canary | null> {
  if (!canary) return null;
  const versions: MadeVersion[] = [];
  for (const text of canary.versions) {
    const [name = '', version = ''] = text.split('@');
    const now = name === shellName ? live.host.version : live.apps[name]?.versions[0].version;
    if (now === version) continue;
    const found = await findVersion(store, name, version);
    if (!found) return null;
    versions.push(found);
  }
  if (versions.length === 0) return null;
  const composition = composeVersions(live, { versions });
  if (checkComposition(store.site, composition, surroundings).length > 0) return null;
  return {
    composition: await store.saveComposition(composition),
    versions: versions.map(versionLabel),
    share: canary.share,
  };
}
