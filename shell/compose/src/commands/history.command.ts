import type { Command, Surroundings } from '../command.ts';
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
    const entries: (HistoryEntry & { version?: string })[] = [];
    let entry = await around.store.head(around.environment);
    let version = remote && (await versionIn(around, entry, remote));
    while (entry && entries.length < limit) {
      const before: HistoryEntry | null = await around.store.entry(around.environment, entry.number - 1);
      const versionBefore = remote && (await versionIn(around, before, remote));
      if (!remote || version !== versionBefore) entries.push(version ? { ...entry, version } : entry);
      [entry, version] = [before, versionBefore];
    }
    if (remote && entries.length === 0)
      throw new Refusal('unknown', `${remote} was never live in ${around.environment}.`);
    const text = entries.length > 0 ? entries.map(line).join('\n') : 'Nothing yet.';
    return { text, json: entries };
  },
};

async function versionIn({ store }: Surroundings, entry: HistoryEntry | null, remote: string) {
  if (!entry) return undefined;
  return (await store.composition(entry.composition)).apps[remote]?.versions[0].version;
}

/** One entry as text. */
function line(entry: HistoryEntry & { version?: string }): string {
  const { number, at, kind, composition, version, who, why, backTo } = entry;
  const back = backTo ? ` to ${backTo}` : '';
  return [`${number}`, at, kind + back, version ?? composition, who, ...(why ? [why] : [])].join('  ');
}
