import type { Standing } from './compose-versions.ts';
import type { Composition } from './model/composition.ts';
import type { Target } from './promote.ts';
import { Refusal } from './refusal.ts';
import type { HistoryEntry } from './store/history-entry.ts';

type Place = Pick<Target, 'store' | 'environment'>;

/** How many versions an environment remembers; every step carries them. */
const most = 100;

/**
 * Computes the taken-off versions of a step: those of the previous step, plus the ones that it takes off, minus the ones that it
 * shows. A step that brings back a taken-off version undoes a rollback, and takes nothing off.
 *
 * @param head the previous step
 * @param versions removed versions, as in `mf-quiz@0.1.0-3fa2c1d8e0`
 * @param shown added versions
 */
export function takeOff(
  head: HistoryEntry | null,
  versions: readonly string[],
  shown: readonly string[] = [],
): Record<string, number> | undefined {
  const number = (head?.number ?? 0) + 1;
  const known = Object.entries(head?.takenOff ?? {}).filter(([version]) => !versions.includes(version));
  const isUndone = shown.some((version) => head?.takenOff?.[version]);
  const all = [...known, ...(isUndone ? [] : versions).map((version): [string, number] => [version, number])];
  const kept = all.filter(([version]) => !shown.includes(version)).slice(-most);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** @throws Refusal when a version was taken off; it says who did it, when and why */
export async function refuseTakenOff(
  { store, environment }: Place,
  head: HistoryEntry | null,
  versions: readonly string[],
): Promise<void> {
  const reasons: string[] = [];
  for (const version of versions) {
    const number = head?.takenOff?.[version];
    if (number === undefined) continue;
    const step = await store.entry(environment, number);
    reasons.push(
      step
        ? `${version}, in step ${number}, ${step.at}, by ${step.who}${step.why ? `: ${step.why}` : ''}`
        : `${version}, in step ${number}`,
    );
  }
  if (reasons.length > 0)
    throw new Refusal(
      'takenOff',
      `Nothing went live, because this was taken off ${environment} and goes live again with --force alone:`,
      reasons,
    );
}

/**
 * Reads what is known about the versions of a composition, including fallbacks.
 *
 * @param names the remotes to change
 */
export async function standingOf(
  { store, environment }: Place,
  head: HistoryEntry | null,
  composition: Composition | null,
  names: readonly string[],
): Promise<Standing> {
  const versions = names.flatMap((name) =>
    (composition?.apps[name]?.versions ?? []).map(({ version }) => `${name}@${version}`),
  );
  const worked = await Promise.all(versions.map((version) => store.hasWorked(environment, version)));
  return {
    worked: new Set(versions.filter((_version, index) => worked[index])),
    takenOff: new Set(Object.keys(head?.takenOff ?? {})),
  };
}
