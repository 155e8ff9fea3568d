import type { Command } from '../command.ts';
import { healthText, readHealth, type VersionHealth } from '../read-health.ts';

export const statusCommand: Command = {
  summary: 'says what is live, since when, whether it is frozen, and how it does',
  words: '',
  count: [0, 0],
  options: {
    site: {
      value: 'ADDRESS',
      help: 'of the running site: shows visits and failures of each version in the last hour or two',
    },
  },
  about: 'With --site, METRICS_TOKEN must be what the site has; a site of this machine may need none.',
  async run(given, { store, environment }) {
    const head = await store.head(environment);
    if (!head) return { text: `Nothing was ever live in ${environment}.`, json: { environment, live: null } };
    const site = given.text('site');
    const health = site === undefined ? null : await readHealth(site, process.env.METRICS_TOKEN);
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
      ...(canary
        ? [
            `canary for ${canary.share} % of visitors: ${canary.versions
              .map((name) => name + doing(health, name))
              .join(', ')}`,
          ]
        : []),
      ...parts.map(
        ({ name, version, fallback }) =>
          `  ${name.padEnd(14)} ${version}${fallback ? `  falls back to ${fallback}` : ''}${doing(health, `${name}@${version}`)}`,
      ),
    ];
    const told = health && { health: Object.fromEntries(health) };
    return { text: lines.join('\n'), json: { environment, live: head, parts, ...told } };
  },
};

/** How a version does, to be put behind its name; nothing where that is not known. */
function doing(health: Map<string, VersionHealth> | null, version: string): string {
  const known = health?.get(version);
  return known ? `  ${healthText(known)}` : '';
}
