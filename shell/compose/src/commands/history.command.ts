import type { Command, Surroundings } from '../command.ts';
import { pastSteps, readEntries, type Step } from '../past-steps.ts';
import { Refusal } from '../refusal.ts';
import type { HistoryEntry } from '../store/history-entry.ts';

export const historyCommand: Command = {
  summary: 'lists what was live, the newest first, with who, when and why',
  words: '[REMOTE]',
  count: [0, 1],
  options: { limit: { value: 'N', help: 'how many entries at most; 20 unless told' } },
  about: 'With the name of a remote only the steps that changed its version.',
  async run(given, around) {
    const limit = Number(given.text('limit') ?? 20);
    if (!Number.isInteger(limit) || limit < 1)
      throw new Refusal('usage', '--limit takes a number above nothing.');
    const [remote] = given.words;
    const entries = remote ? await changesOf(around, remote, limit) : await newest(around, limit);
    const text = entries.length > 0 ? entries.map(line).join('\n') : 'Nothing yet.';
    return { text, json: entries };
  },
};

async function newest({ store, environment }: Surroundings, limit: number): Promise<HistoryEntry[]> {
  const head = await store.head(environment);
  if (!head) return [];
  const first = Math.max(1, head.number - limit + 1);
  return (await readEntries(store, environment, first, head.number)).toReversed();
}

type Change = HistoryEntry & { version?: string };

/** The steps that changed the version of a remote, or took it off. */
async function changesOf(
  { store, environment, say }: Surroundings,
  remote: string,
  limit: number,
): Promise<Change[]> {
  const changes: Change[] = [];
  /** The step that is looked at: whether it changed something, the one before it says. */
  let later: Step | null = null;
  const look = (version: string | undefined) => {
    const own = later?.versions?.[remote];
    if (later?.versions && own !== version) changes.push({ ...later.entry, ...(own && { version: own }) });
  };
  for await (const step of pastSteps(store, environment, say)) {
    // What cannot be read any more says nothing.
    if (step.versions === null) continue;
    look(step.versions[remote]);
    if (changes.length >= limit) return changes;
    later = step;
  }
  look(undefined);
  if (changes.length === 0) throw new Refusal('unknown', `${remote} was never live in ${environment}.`);
  return changes;
}

/** One entry as text. */
function line(entry: Change): string {
  const { number, at, kind, composition, version, who, why, backTo } = entry;
  const back = backTo ? ` to ${backTo}` : '';
  return [`${number}`, at, kind + back, version ?? composition, who, ...(why ? [why] : [])].join('  ');
}
