import type { Command, Surroundings } from '../command.ts';
import { listVersions } from '../read-version.ts';
import { Refusal } from '../refusal.ts';
import { commitText } from '../source-commit.ts';
import { defaultEnvironment } from '../store/history-entry.ts';

export const versionsCommand: Command = {
  summary: 'lists the published versions of a remote, newest first, and where each is live',
  words: 'REMOTE',
  count: [1, 1],
  options: { limit: { value: 'N', help: 'maximum number; default: 20' } },
  about: 'With the commit of each. Also lists the shell.',
  async run(given, around) {
    const limit = Number(given.text('limit') ?? 20);
    if (!Number.isInteger(limit) || limit < 1) throw new Refusal('usage', '--limit takes a positive number.');
    const { store } = around;
    const [name = ''] = given.words;
    const all = await listVersions(store, name);
    if (all.length === 0) throw new Refusal('unknown', `No version of ${name} is published here.`);
    const standing = await standingOf(around, name);
    const rows = await Promise.all(
      all.slice(0, limit).map(async ({ version, at }) => ({
        version,
        at: new Date(at).toISOString(),
        source: await store.source(name, version),
        standing: [
          ...(standing.get(version) ?? []),
          ...((await store.hasWorked(around.environment, `${name}@${version}`)) ? ['has worked'] : []),
        ],
      })),
    );
    const lines = rows.map(({ version, at, source, standing: stands }) =>
      [
        `${name}@${version}`,
        at,
        ...(source ? [`${commitText(source)} ${source.author}: ${source.subject}`] : []),
        stands.join(', '),
      ]
        .filter(Boolean)
        .join('  '),
    );
    return { text: lines.join('\n'), json: rows };
  },
};

/** Says where each version of a part is live. */
async function standingOf(
  { store, environment }: Surroundings,
  name: string,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const note = (version: string | undefined, words: string) => {
    if (version) found.set(version, [...(found.get(version) ?? []), words]);
  };
  for (const one of new Set([environment, ...(await store.environments())])) {
    const head = await store.head(one);
    if (!head) continue;
    const where = one === defaultEnvironment ? '' : ` in ${one}`;
    const { host, apps } = await store.composition(head.composition);
    const [live, ...others] = name === 'shell' ? [host] : (apps[name]?.versions ?? []);
    note(live?.version, `live${where}`);
    for (const other of others) note(other.version, `stands in for it${where}`);
    for (const shown of head.canary?.versions ?? [])
      if (shown.startsWith(`${name}@`))
        note(shown.slice(name.length + 1), `${head.canary?.share} % see it${where}`);
    for (const [version, number] of Object.entries(head.takenOff ?? {}))
      if (version.startsWith(`${name}@`))
        note(version.slice(name.length + 1), `taken off in step ${number}${where}`);
  }
  return found;
}
