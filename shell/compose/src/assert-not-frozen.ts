import { placeOptions } from './place-options.ts';
import { Refusal } from './refusal.ts';
import type { HistoryEntry } from './store/history-entry.ts';

/**
 * Refuses promotions in a frozen environment.
 *
 * @throws Refusal that says who froze it, when and why
 */
export function assertNotFrozen(environment: string, head: HistoryEntry | null): void {
  if (!head?.frozen) return;
  throw new Refusal(
    'frozen',
    `Nothing went live: ${frozenSince(environment, head.frozen)}\nTo lift it: compose freeze --end${placeOptions({ environment })}`,
  );
}

/** The freeze: since when, by whom and why. */
export function frozenSince(
  environment: string,
  { who, why, at }: NonNullable<HistoryEntry['frozen']>,
): string {
  return `${environment} was frozen at ${at} by ${who}${why ? `: ${why}` : '.'}`;
}
