import { placeOptions } from './place-options.ts';
import { Refusal } from './refusal.ts';
import type { HistoryEntry } from './store/history-entry.ts';

/**
 * Refuses a step forward in an environment that is frozen.
 *
 * @throws Refusal that says who froze it, when and why
 */
export function assertNotFrozen(environment: string, head: HistoryEntry | null): void {
  if (!head?.frozen) return;
  const { who, why, at } = head.frozen;
  const reason = why ? `: ${why}` : '.';
  throw new Refusal(
    'frozen',
    `Nothing went live: ${environment} was frozen at ${at} by ${who}${reason}\nTo lift it: compose freeze --end${placeOptions({ environment })}`,
  );
}
