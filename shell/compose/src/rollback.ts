import type { Composition, RemoteVersion } from '@frens/contract/composition';
import { advance } from './advance.ts';
import { checkComposition } from './gate/check-composition.ts';
import { findVersion, type MadeVersion } from './made-version.ts';
import { pastSteps } from './past-steps.ts';
import { surroundingsOf, type Target } from './promote.ts';
import { Refusal } from './refusal.ts';
import type { HistoryEntry } from './store/history-entry.ts';
import { type SiteStore, shellName } from './store/site-store.ts';
import { refuseDamaged } from './verify-store.ts';

/**
 * Goes back to a composition that was live before, with all that was in it; where a canary runs, that alone ends first. It works while the environment is frozen: going back is what
 * one freezes for.
 *
 * @param to id of a composition, or number of an entry of the history; without it, what was live before the present one
 * @param force goes back even if its files were changed, or the API of today does not offer what it needs
 * @returns the new entry, or null when that is live already
 * @throws Refusal when there is nothing to go back to, or it is not whole any more
 */
export async function rollback(
  target: Target,
  { to, force = false }: { to?: string; force?: boolean },
): Promise<HistoryEntry | null> {
  const { store, environment, author } = target;
  return advance(store, environment, author, async (head) => {
    if (!head) throw new Refusal('unknown', `Nothing was ever live in ${environment}.`);
    if (to === undefined && head.canary)
      return { kind: 'rollback', composition: head.composition, canary: null };
    const goal = to === undefined ? await entryBefore(target, head) : await findEntry(target, head, to);
    if (goal.composition === head.composition) return null;
    const versions = await refusePruned(store, goal.composition);
    if (!force) {
      await refuseDamaged(store, versions);
      await refuseMisfits(target, goal.composition);
    }
    const composition = await withoutLostFallbacks(store, goal.composition);
    return { kind: 'rollback', composition, backTo: goal.number, canary: null };
  });
}

/**
 * The last entry with another composition, seen from where the present one was made: so going back twice goes back two steps. None that
 * would bring back a version that was taken off since, because it failed.
 */
async function entryBefore({ store, environment }: Target, head: HistoryEntry): Promise<HistoryEntry> {
  const takenOff = new Set<string>();
  const bringsBack = async ({ composition }: HistoryEntry) =>
    takenOff.size > 0 &&
    Object.entries((await store.composition(composition)).apps).some(([name, { versions }]) =>
      takenOff.has(`${name}@${versions[0].version}`),
    );
  let cursor: HistoryEntry | null = head;
  while (cursor && (cursor.composition === head.composition || (await bringsBack(cursor)))) {
    if (cursor.quarantined) takenOff.add(cursor.quarantined);
    cursor = await store.entry(environment, (cursor.backTo ?? cursor.number) - 1);
  }
  if (!cursor)
    throw new Refusal(
      'unknown',
      `There is nothing before ${head.composition} in the history of ${environment}.`,
    );
  return cursor;
}

/**
 * Finds an entry of the history by its number or its composition.
 *
 * @throws Refusal when there is none
 */
export async function findEntry(
  { store, environment }: Pick<Target, 'store' | 'environment'>,
  head: HistoryEntry,
  name: string,
): Promise<HistoryEntry> {
  if (/^[1-9]\d*$/.test(name) && Number(name) <= head.number) {
    const entry = await store.entry(environment, Number(name));
    if (entry) return entry;
  }
  for await (const { entry } of pastSteps(store, environment)) if (entry.composition === name) return entry;
  throw new Refusal(
    'unknown',
    `${name} was never live in ${environment}: \`compose history\` lists what was.`,
  );
}

/**
 * The live versions of a composition.
 *
 * @throws Refusal when some of them were pruned
 */
export async function refusePruned(store: SiteStore, id: string): Promise<MadeVersion[]> {
  const { host, apps } = await store.composition(id);
  const versions = [
    { name: shellName, record: host },
    ...Object.entries(apps).map(([name, app]) => ({ name, record: app.versions[0] })),
  ];
  const there: MadeVersion[] = [];
  const gone: string[] = [];
  for (const { name, record } of versions) {
    const made = await findThere(store, name, record);
    if (made) there.push(made);
    else gone.push(`${name}@${record.version}`);
  }
  if (gone.length > 0) throw new Refusal('unknown', `${id} was pruned; these are gone:`, gone);
  return there;
}

/** A version where a composition says that it lies: one that was removed may have come again, and be on another origin since. */
async function findThere(
  store: SiteStore,
  name: string,
  { version, base }: Pick<RemoteVersion, 'version' | 'base'>,
): Promise<MadeVersion | null> {
  const found = await findVersion(store, name, version);
  return found?.record.base === base ? found : null;
}

/** The same without what pages would fall back to in vain: of older steps only what was live may have been kept. Its id, if nothing is lost. */
async function withoutLostFallbacks(store: SiteStore, id: string): Promise<string> {
  const composition = await store.composition(id);
  const apps: Composition['apps'] = {};
  for (const [name, app] of Object.entries(composition.apps)) {
    const [live, ...others] = app.versions;
    const kept: typeof others = [];
    for (const other of others) if (await findThere(store, name, other)) kept.push(other);
    apps[name] = { versions: [live, ...kept] };
  }
  return store.saveComposition({ ...composition, apps });
}

async function refuseMisfits(target: Target, id: string): Promise<void> {
  const composition = await target.store.composition(id);
  const misfits = checkComposition(composition, await surroundingsOf(target, null));
  if (misfits.length > 0)
    throw new Refusal('misfit', `${id} does not fit the site of today (--force goes back to it):`, misfits);
}
