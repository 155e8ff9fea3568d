import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { noneIfDamaged } from './refusal.ts';
import { HistoryEntry } from './store/history-entry.ts';
import { mapConcurrent } from './store/map-concurrent.ts';
import type { SiteStore } from './store/site-store.ts';

/** A step of a history, with the versions that it made live. */
const Step = z.object({
  entry: HistoryEntry,
  /** By the names of the shell and the remotes; null if the composition is no longer readable. */
  versions: z.record(z.string(), z.string()).nullable(),
});
export type Step = z.infer<typeof Step>;

/** How many steps one compacted file holds, and how many are read in parallel without one. */
const bound = 100;
const window = 20;
/** How often a long walk reports progress, in milliseconds. */
const sayEvery = 1_000;

/**
 * Reads the steps of an environment lazily, newest first.
 *
 * @param say receives the progress of a long walk
 */
export async function* readHistory(
  store: SiteStore,
  environment: string,
  say: (line: string) => void = () => {},
): AsyncGenerator<Step> {
  const newest = (await store.head(environment))?.number ?? 0;
  let last = newest;
  let said = performance.now();
  while (last > 0) {
    const isBound = last % bound === 0;
    const first = isBound ? last - bound + 1 : Math.max(last - (last % bound), last - window) + 1;
    yield* (
      isBound ? await bindSteps(store, environment, last) : await readSteps(store, environment, first, last)
    ).toReversed();
    last = first - 1;
    if (last === 0 || performance.now() - said < sayEvery) continue;
    said = performance.now();
    say(`Read ${newest - last} of ${newest} steps of ${environment} …`);
  }
}

/**
 * Reads a hundred steps from one compacted file beside the history, so that a long walk takes few reads. Steps never change;
 * without the file they are read one by one.
 *
 * @param last number of the last of them, a multiple of a hundred
 */
export async function bindSteps(store: SiteStore, environment: string, last: number): Promise<Step[]> {
  const file = `history/${environment}/to-${last}.json`;
  // A cache: an account that may not read it does without.
  const bindings = store.files.read(file).catch(() => null);
  const [content, newest] = await Promise.all([bindings, store.entry(environment, last)]);
  const kept = parse(content);
  // Differs where a history was lost from some step on and rebuilt.
  if (kept && isDeepStrictEqual(kept.at(-1)?.entry, newest)) return kept;
  const steps = await readSteps(store, environment, last - bound + 1, last);
  const isWhole = steps.length === bound && steps.every(({ versions }) => versions !== null);
  // Read-only access does without.
  if (isWhole) await store.files.create(file, JSON.stringify(steps)).catch(() => false);
  return steps;
}

/** Compacts the hundred steps that end with a new one, when it completes a hundred. */
export async function archiveWhenFull(store: SiteStore, environment: string, number: number): Promise<void> {
  if (number % bound === 0) await bindSteps(store, environment, number).catch(() => []);
}

function parse(content: Buffer | null): Step[] | null {
  if (content === null) return null;
  try {
    return z.array(Step).parse(JSON.parse(content.toString()));
  } catch {
    return null;
  }
}

async function readSteps(
  store: SiteStore,
  environment: string,
  first: number,
  last: number,
): Promise<Step[]> {
  const entries = await readEntries(store, environment, first, last);
  const ids = [...new Set(entries.map(({ composition }) => composition))];
  const versions = await mapConcurrent(ids, (id) => store.versionsIn(id).catch(noneIfDamaged));
  const versionsOf = new Map(ids.map((id, index) => [id, versions[index] ?? null]));
  return entries.map((entry) => ({ entry, versions: versionsOf.get(entry.composition) ?? null }));
}

/** The entries of a history from one number to another. */
export async function readEntries(
  store: SiteStore,
  environment: string,
  first: number,
  last: number,
): Promise<HistoryEntry[]> {
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  const entries = await mapConcurrent(numbers, (number) => store.entry(environment, number));
  return entries.filter((entry) => entry !== null);
}
