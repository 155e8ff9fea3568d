import { appendHistory } from './append-history.ts';
import { findEntry } from './find-entry.ts';
import type { Target } from './promote.ts';
import { readEntries } from './read-history.ts';
import { Refusal } from './refusal.ts';
import { assertNotPruned } from './rollback.ts';
import type { HistoryEntry } from './store/history-entry.ts';

/** The environment of the trials. */
export const bisectEnvironment = 'bisect';

/** The result of a trial; a skipped one is inconclusive. */
export type Trial = 'good' | 'bad' | 'skip';

/** The step that broke something. */
export interface Culprit {
  /** The last good and the first bad entry. */
  good: HistoryEntry;
  bad: HistoryEntry;
  /** Skipped entries between them. */
  skipped: HistoryEntry[];
  trials: number;
}

/**
 * Searches an environment's history for the step that broke something (binary search). Each composition is made live in the
 * environment `bisect`, so members see none.
 *
 * @param names a good and a bad one: ids of compositions or numbers of entries
 * @param attempt tests the composition that is live in `bisect`
 * @throws Refusal when one was never live, the good one is the later one, or a trial contradicts a name
 */
export async function bisect(
  target: Target,
  names: { good: string; bad: string },
  attempt: (entry: HistoryEntry) => Promise<Trial>,
): Promise<Culprit> {
  const { store, environment, author } = target;
  const head = await store.head(environment);
  if (!head) throw new Refusal('unknown', `Nothing was ever live in ${environment}.`);
  const first = await findEntry(target, head, names.good);
  const last = await findEntry(target, head, names.bad);
  if (first.number >= last.number)
    throw new Refusal('usage', `${names.good} was not live before ${names.bad}: the good one comes first.`);

  let trials = 0;
  /** Results by composition: one that went live twice is tested once. */
  const tried = new Map<string, Trial>();
  const run = async (entry: HistoryEntry): Promise<Trial> => {
    const known = tried.get(entry.composition);
    if (known) return known;
    try {
      await assertNotPruned(store, entry.composition);
    } catch (error) {
      if (error instanceof Refusal) return 'skip';
      throw error;
    }
    await appendHistory(store, bisectEnvironment, author, async () => ({
      kind: 'promote',
      composition: entry.composition,
      canary: null,
    }));
    trials += 1;
    const outcome = await attempt(entry);
    tried.set(entry.composition, outcome);
    return outcome;
  };
  if ((await run(first)) !== 'good')
    throw new Refusal('misfit', `${names.good} is not good, or cannot be tried.`);
  if ((await run(last)) !== 'bad')
    throw new Refusal('misfit', `${names.bad} is not bad, or cannot be tried.`);

  // Those between; a step that changed nothing needs no trial.
  let between: HistoryEntry[] = [];
  let before = first;
  for (const entry of await readEntries(store, environment, first.number + 1, last.number - 1)) {
    if (entry.composition === before.composition) continue;
    between.push(entry);
    before = entry;
  }
  let [good, bad] = [first, last];
  const skipped: HistoryEntry[] = [];
  for (;;) {
    const open = between.filter((entry) => !skipped.includes(entry));
    const middle = open[Math.floor(open.length / 2)];
    if (!middle) return { good, bad, skipped: between, trials };
    const outcome = await run(middle);
    if (outcome === 'skip') skipped.push(middle);
    else if (outcome === 'good') good = middle;
    else bad = middle;
    between = between.filter(({ number }) => number > good.number && number < bad.number);
  }
}
