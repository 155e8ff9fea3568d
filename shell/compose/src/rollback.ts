import type { Composition, RemoteVersion } from '@frens/contract/composition';
import { advance } from './advance.ts';
import { askedAt } from './asked-at.ts';
import type { Surroundings } from './command.ts';
import { checkComposition } from './gate/check-composition.ts';
import { findVersion, type MadeVersion } from './made-version.ts';
import { pastSteps } from './past-steps.ts';
import { surroundingsOf, type Target } from './promote.ts';
import { Refusal } from './refusal.ts';
import type { HistoryEntry } from './store/history-entry.ts';
import { type SiteStore, shellName } from './store/site-store.ts';
import { refuseDamaged } from './verify-store.ts';

/** For how long a site that has gone back is not taken for one that must go back: as long as somebody else may be about to do it for the same reason, in milliseconds. */
const incidentMs = 10 * 60 * 1_000;

/**
 * Goes back to a composition that was live before, with all that was in it; where a canary runs, that alone ends first. It works while the environment is frozen: going back is what
 * one freezes for. Without `to` it is done once in an incident, by however many people and however often it is repeated (docs/decisions/0233).
 *
 * @param to id of a composition, or number of an entry of the history; without it, what was live before the present one
 * @param force goes back even if its files were changed, or the API of today does not offer what it needs
 * @returns the new entry, or null when that is live already
 * @throws Refusal when there is nothing to go back to, it is not whole any more, or, without `to`, somebody has just gone back or made something else live
 */
export async function rollback(
  target: Target & Pick<Surroundings, 'site'>,
  { to, force = false }: { to?: string; force?: boolean },
): Promise<HistoryEntry | null> {
  const { store, environment, author } = target;
  /** What was live when this began. */
  let from: string | undefined;
  return advance(store, environment, author, async (head) => {
    if (!head) throw new Refusal('unknown', `Nothing was ever live in ${environment}.`);
    from ??= head.composition;
    if (to === undefined) await refuseGoneBack(target, head);
    if (to === undefined && from !== head.composition)
      throw new Refusal(
        'moved',
        `Nothing was done: ${head.who} has made ${head.composition} live in ${environment} in this moment. Look whether that is what you would go back from.`,
      );
    if (to === undefined && head.canary)
      return { kind: 'rollback', composition: head.composition, canary: null };
    const goal = to === undefined ? await entryBefore(target, head) : await findEntry(target, head, to);
    if (!goal)
      throw new Refusal(
        'unknown',
        `There is nothing before ${head.composition} in the history of ${environment}.`,
      );
    if (goal.composition === head.composition) return null;
    const versions = await refusePruned(store, goal.composition);
    if (!force) {
      await refuseDamaged(target, versions);
      await refuseMisfits(target, goal.composition);
    }
    const composition = await withoutLostFallbacks(store, goal.composition);
    return { kind: 'rollback', composition, backTo: goal.number, canary: null };
  });
}

/** @throws Refusal where the site, or a share of its visitors, was just brought back from what somebody may mean who says no more than "back" */
async function refuseGoneBack(
  target: Target & Pick<Surroundings, 'site'>,
  head: HistoryEntry,
): Promise<void> {
  const { store, environment } = target;
  let last: HistoryEntry | null = head;
  // They change nothing that members see.
  while (last && ['freeze', 'unfreeze', 'prune'].includes(last.kind))
    last = await store.entry(environment, last.number - 1);
  if (last?.kind !== 'rollback' && last?.kind !== 'quarantine') return;
  const ago = Date.now() - Date.parse(last.at);
  if (ago > incidentMs) return;
  const what = last.backTo ? `went back to step ${last.backTo}` : lastEnded(last);
  const done = `Nothing was done: ${last.who} ${what} ${agoText(ago)}, in step ${last.number}${last.why ? `: ${last.why}` : '.'}`;
  const further = await entryBefore(target, head);
  throw new Refusal(
    'moved',
    further ? `${done}\nTo go back further: compose rollback --to ${further.number}${askedAt(target)}` : done,
  );
}

const lastEnded = ({ quarantined }: HistoryEntry) =>
  quarantined ? `took ${quarantined} off` : 'ended the canary';

/** How long ago something was, by clocks that may differ. */
function agoText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  return seconds < 120 ? `${seconds} s ago` : `${Math.round(seconds / 60)} minutes ago`;
}

/**
 * The last entry with another composition, seen from where the present one was made, so that after going back it is a step further back; null where there is none. None that
 * would bring back a version that was taken off since, because it failed.
 */
async function entryBefore({ store, environment }: Target, head: HistoryEntry): Promise<HistoryEntry | null> {
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
  return cursor;
}

/**
 * Finds an entry of the history by its number or its composition.
 *
 * @throws Refusal when there is none
 */
export async function findEntry(
  { store, environment, site }: Pick<Target, 'store' | 'environment'> & Pick<Surroundings, 'site'>,
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
    `${name} was never live in ${environment}: \`compose history${askedAt({ environment, site })}\` lists what was.`,
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
