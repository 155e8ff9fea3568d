import type { Command } from '../command.ts';

export const statusCommand: Command = {
  summary: 'says what is live, since when, and whether it is frozen',
  words: '',
  count: [0, 0],
  async run(_given, { store, environment }) {
    const head = await store.head(environment);
    if (!head) return { text: `Nothing was ever live in ${environment}.`, json: { environment, live: null } };
    const { host, apps } = await store.composition(head.composition);
    const parts = [
      { name: 'shell', version: host.version, fallback: null },
      ...Object.entries(apps).map(([name, { versions }]) => ({
        name,
        version: versions[0].version,
        fallback: versions[1]?.version ?? null,
      })),
    ];
    const { composition, number, at, who, why, frozen, canary } = head;
    const reason = (text: string | null) => (text ? `: ${text}` : '');
    const lines = [
      `${environment}: ${composition}, step ${number}, ${at}, ${who}${reason(why)}`,
      ...(frozen ? [`frozen since ${frozen.at} by ${frozen.who}${reason(frozen.why)}`] : []),
      ...(canary ? [`canary for ${canary.share} % of visitors: ${canary.versions.join(', ')}`] : []),
      ...parts.map(
        ({ name, version, fallback }) =>
          `  ${name.padEnd(14)} ${version}${fallback ? `  falls back to ${fallback}` : ''}`,
      ),
    ];
    return { text: lines.join('\n'), json: { environment, live: head, parts } };
  },
};
