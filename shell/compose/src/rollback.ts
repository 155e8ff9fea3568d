import { appendHistory, type NextStep } from './append-history.ts';
import { findVersion, type MadeVersion } from './built-version.ts';
import { findEntry } from './find-entry.ts';
import { formatCommand, type Place } from './format-command.ts';
import { checkComposition } from './gate/check-composition.ts';
import type { Composition, RemoteVersion } from './model/composition.ts';
import { surroundingsOf, type Target } from './promote.ts';
import { noneIfDamaged, Refusal } from './refusal.ts';
import type { Canary, HistoryEntry } from './store/history-entry.ts';
import { type SiteStore, shellName } from './store/site-store.ts';
import { refuseTakenOff, takeOff } from './taken-off.ts';
import { refuseDamaged } from './verify-store.ts';

/** How long after a rollback another one counts as the same incident, in milliseconds: two operators may see the same alarm. */
const incidentMs = 10 * 60 * 1_000;

/**
 * Goes back to a whole composition that was live before. A canary ends first, alone. Works while the environment is frozen. Without
 * `to` it acts once per incident, however often and by whomever it is repeated (docs/decisions/0150), and only on one remote that the
 * caller promoted.
 *
 * @param to id of a composition or number of a history entry; by default, the previous composition
 * @param force despite changed files, versions that were taken off, or a refusal of the gate
 * @returns the new entry, or null when that is live already
 * @throws Refusal when there is no earlier composition or its files are damaged; without `to` also after a rollback a moment ago
 * or promoted, or it would take back more than intended
 */
export async function rollback(
  target: Target & Place,
  { to, force = false }: { to?: string; force?: boolean },
): Promise<HistoryEntry | null> {
  const { store, environment, author } = target;
  /** The live composition at the start. */
  let from: string | undefined;
  return appendHistory(store, environment, author, async (head) => {
    if (!head) throw new Refusal('unknown', `Nothing was ever live in ${environment}.`);
    from ??= head.composition;
    if (to === undefined) await refuseGoneBack(target, head);
    if (to === undefined && from !== head.composition) throw movedNow(target, head);
    if (to === undefined && head.canary) {
      await refuseOthersCanary(target, head, head.canary);
      return endOfCanary(store, head, head.canary);
    }
    const past = to === undefined ? await stepBefore(target, head) : null;
    const goal = to === undefined ? past?.goal : await findEntry(target, head, to);
    if (!goal)
      throw new Refusal(
        'unknown',
        `There is nothing before ${head.composition} in the history of ${environment}.`,
      );
    if (goal.composition === head.composition) return null;
    const { goes, comes } = await changesBetween(store, head.composition, goal.composition);
    if (past) refuseMore(target, past, goes, comes);
    const versions = await assertNotPruned(store, goal.composition);
    if (!force) {
      await refuseTakenOff(target, head, comes);
      await refuseDamaged(target, versions);
      await refuseMisfits(target, goal.composition);
    }
    const composition = await withoutLostFallbacks(store, goal.composition);
    const takenOff = takeOff(head, goes, comes);
    const skipped = past?.skipped;
    return { kind: 'rollback', composition, backTo: goal.number, skipped, canary: null, takenOff };
  });
}

/** Versions in which two compositions differ; none if one is no longer readable. */
async function changesBetween(store: SiteStore, from: string, to: string) {
  const namesIn = async (id: string) =>
    Object.entries(await store.versionsIn(id)).map(([name, version]) => `${name}@${version}`);
  const [before, after] = await Promise.all([
    namesIn(from).catch(noneIfDamaged),
    namesIn(to).catch(noneIfDamaged),
  ]);
  if (!before || !after) return { goes: [], comes: [] };
  return {
    goes: before.filter((version) => !after.includes(version)),
    comes: after.filter((version) => !before.includes(version)),
  };
}

/** The step that ends a canary and touches nothing live. A version that everybody's pages fall back to stays good. */
export async function endOfCanary(
  store: SiteStore,
  head: HistoryEntry,
  { versions }: Canary,
): Promise<NextStep> {
  const { apps } = await store.composition(head.composition);
  const isFallback = (name: string) =>
    apps[remoteOf(name)]?.versions.some(({ version }) => name === `${remoteOf(name)}@${version}`);
  const bad = versions.filter((name) => !isFallback(name));
  return {
    kind: 'rollback',
    composition: head.composition,
    canary: null,
    endedCanary: versions,
    takenOff: takeOff(head, bad),
  };
}

/** Refuses to take back what has just gone live. */
export const movedNow = ({ environment }: Target, { who, composition }: HistoryEntry): Refusal =>
  new Refusal(
    'moved',
    `Nothing was done: ${who} has made ${composition} live in ${environment} in this moment. Look whether that is what you would go back from.`,
  );

const remoteOf = (version: string) => version.slice(0, version.indexOf('@'));

/** @throws Refusal when it would take back more than one part of the site, or steps of others */
function refuseMore(
  target: Target & Place,
  { goal, steps }: StepBefore,
  goes: readonly string[],
  comes: readonly string[],
): void {
  const parts = [...new Set([...goes, ...comes].map(remoteOf))];
  const others = steps.filter(({ who }) => who !== target.author.who);
  if (parts.length < 2 && others.length === 0) return;
  const alone = parts.map((name) => formatCommand(`rollback ${name}`, target));
  throw new Refusal(
    'unsure',
    [
      `Nothing was done: this takes back ${goes.join(', ') || comes.map(remoteOf).join(', ')}${others.length > 0 ? ', which others made live' : ''}:`,
      ...steps.map(stepLine),
      `To take back one remote, and nothing else: ${alone.join(', or ')}`,
      `To take back all of it: ${formatCommand(`rollback --to ${goal.number}`, target)}`,
    ].join('\n'),
    [],
    ['rollback', '--to', String(goal.number)],
  );
}

const stepLine = ({ number, at, kind, who, why }: HistoryEntry) =>
  `  step ${number}, ${kind}, ${at}, ${who}${why ? `: ${why}` : ''}`;

/** @throws Refusal when it would end a canary of several remotes, or another team's */
async function refuseOthersCanary(
  target: Target & Place,
  head: HistoryEntry,
  { versions }: Canary,
): Promise<void> {
  let step: HistoryEntry | null = head;
  while (step && step.kind !== 'canary') step = await target.store.entry(target.environment, step.number - 1);
  if (versions.length === 1 && (!step || step.who === target.author.who)) return;
  const [first = ''] = versions;
  throw new Refusal(
    'unsure',
    [
      `Nothing was done: this ends the canary of ${versions.join(', ')}${step ? ':' : '.'}`,
      ...(step ? [stepLine(step)] : []),
      `To end it: ${formatCommand(`rollback ${remoteOf(first)}`, target)}`,
    ].join('\n'),
    [],
    ['rollback', remoteOf(first)],
  );
}

/** @throws Refusal when the last visible step of this incident went back already */
async function refuseGoneBack(target: Target & Place, head: HistoryEntry): Promise<void> {
  const last = await lastVisible(target, head);
  if (last?.kind !== 'rollback' && last?.kind !== 'quarantine') return;
  const further = await stepBefore(target, head);
  refuseSame(last, further && formatCommand(`rollback --to ${further.goal.number}`, target));
}

/** The last step that changed what members see. */
export async function lastVisible(
  { store, environment }: Target,
  head: HistoryEntry,
): Promise<HistoryEntry | null> {
  let last: HistoryEntry | null = head;
  while (last && ['freeze', 'unfreeze', 'prune'].includes(last.kind))
    last = await store.entry(environment, last.number - 1);
  return last;
}

/**
 * @param further the command that goes back further
 * @throws Refusal when the step belongs to this incident
 */
export function refuseSame(last: HistoryEntry, further: string | null): void {
  const ago = Date.now() - Date.parse(last.at);
  if (ago > incidentMs) return;
  const done = `Nothing was done: ${last.who} ${deedOf(last)} ${agoText(ago)}, in step ${last.number}${last.why ? `: ${last.why}` : '.'}`;
  throw new Refusal('moved', further ? `${done}\nTo go back further: ${further}` : done);
}

function deedOf({ number, quarantined, backTo, endedCanary, takenOff = {} }: HistoryEntry): string {
  if (backTo) return `went back to step ${backTo}`;
  if (endedCanary) return `ended the canary of ${endedCanary.join(', ')}`;
  const off = Object.keys(takenOff).filter((version) => takenOff[version] === number);
  return `took ${quarantined ?? off.join(', ')} off`;
}

/** Formats the age of a step; the clocks of two machines may differ. */
function agoText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  return seconds < 120 ? `${seconds} s ago` : `${Math.round(seconds / 60)} minutes ago`;
}

/** A step to go back to, and the steps that this takes back, newest first. */
interface StepBefore {
  goal: HistoryEntry;
  steps: HistoryEntry[];
  /** Versions of other compositions before, which are passed over because these were taken off; absent if there are none. */
  skipped?: Record<string, string>;
}

/**
 * Finds the last entry with another composition, before the entry that first made the present one live, so that a second rollback
 * goes further back. Skips compositions with versions that were taken off; null if there is none.
 */
async function stepBefore({ store, environment }: Target, head: HistoryEntry): Promise<StepBefore | null> {
  const takenOff = new Map(Object.entries(head.takenOff ?? {}));
  const skipped: Record<string, string> = {};
  async function bringsBack({ composition }: HistoryEntry): Promise<boolean> {
    if (takenOff.size === 0) return false;
    const off = Object.entries(await store.versionsIn(composition)).flatMap(([name, version]) => {
      const step = takenOff.get(`${name}@${version}`);
      return step === undefined ? [] : [[`${name}@${version}`, `taken off in step ${step}`]];
    });
    Object.assign(skipped, Object.fromEntries(off));
    return off.length > 0;
  }
  const steps: HistoryEntry[] = [];
  let cursor: HistoryEntry | null = head;
  while (cursor && (cursor.composition === head.composition || (await bringsBack(cursor)))) {
    if (!['freeze', 'unfreeze', 'prune', 'canary'].includes(cursor.kind)) steps.push(cursor);
    cursor = await store.entry(environment, (cursor.backTo ?? cursor.number) - 1);
  }
  return cursor && { goal: cursor, steps, ...(Object.keys(skipped).length > 0 && { skipped }) };
}

/**
 * Finds the live versions of a composition.
 *
 * @throws Refusal when some of them were pruned
 */
export async function assertNotPruned(store: SiteStore, id: string): Promise<MadeVersion[]> {
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

/** Finds a version at the address in a composition: a version that was removed and published again may be on another origin. */
async function findThere(
  store: SiteStore,
  name: string,
  { version, base }: Pick<RemoteVersion, 'version' | 'base'>,
): Promise<MadeVersion | null> {
  const found = await findVersion(store, name, version);
  return found?.record.base === base ? found : null;
}

/** Saves the composition without fallbacks that were pruned: for older steps the store may keep the live versions alone. */
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
  const misfits = checkComposition(target.store.site, composition, await surroundingsOf(target, null));
  if (misfits.length > 0)
    throw new Refusal('misfit', `${id} does not fit the site of today (--force goes back to it):`, misfits);
}
