import { formatCommand, type Place } from './format-command.ts';
import { Refusal } from './refusal.ts';
import type { HistoryEntry } from './store/history-entry.ts';

/**
 * Refuses promotions in a frozen environment.
 *
 * @throws Refusal that says who froze it, when and why
 */
export function assertNotFrozen(target: { environment: string } & Place, head: HistoryEntry | null): void {
  if (!head?.frozen) return;
  throw new Refusal(
    'frozen',
    `Nothing went live: ${frozenSince(target.environment, head.frozen)}\nTo lift it: ${formatCommand('freeze --end', target)}`,
  );
}

/** The freeze: since when, by whom and why. */
export function frozenSince(
  environment: string,
  { who, why, at }: NonNullable<HistoryEntry['frozen']>,
): string {
  return `${environment} was frozen at ${at} by ${who}${why ? `: ${why}` : '.'}`;
}
