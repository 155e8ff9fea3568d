import { formatCommand, type Place } from './format-command.ts';
import type { Target } from './promote.ts';
import { readHistory } from './read-history.ts';
import { Refusal } from './refusal.ts';
import type { HistoryEntry } from './store/history-entry.ts';

/** The minimum length of an abbreviated id. */
const shortestId = 4;

/**
 * Finds a history entry by its number or the id of its composition, which may be abbreviated.
 *
 * @throws Refusal when there is none
 */
export async function findEntry(
  target: Pick<Target, 'store' | 'environment'> & Place,
  head: HistoryEntry,
  name: string,
): Promise<HistoryEntry> {
  const { store, environment } = target;
  if (/^[1-9]\d*$/.test(name) && Number(name) <= head.number) {
    const entry = await store.entry(environment, Number(name));
    if (entry) return entry;
  }
  const alike =
    name.length < shortestId ? [] : (await store.compositionIds()).filter((id) => id.startsWith(name));
  if (alike.length > 1) throw new Refusal('unknown', `${name} may be any of these:`, alike);
  const [id] = alike;
  for await (const { entry } of readHistory(store, environment)) if (entry.composition === id) return entry;
  throw new Refusal(
    'unknown',
    `${name} was never live in ${environment}. What was: ${formatCommand('history', target)}`,
  );
}
