import type { Command } from '../command.ts';
import { formatCommand } from '../format-command.ts';
import { type Health, healthText, readHealth, vitalsLegend } from '../read-health.ts';
import { Refusal } from '../refusal.ts';
import type { HistoryEntry } from '../store/history-entry.ts';
import type { SiteStore } from '../store/site-store.ts';

export const statusCommand: Command = {
  summary: 'shows what is live, since when, whether it is frozen, and its health',
  words: '',
  count: [0, 0],
  options: {
    site: {
      value: 'ADDRESS',
      help: 'address of the running site: adds visits, failures and web vitals of each version in the last hour or two',
    },
  },
  about: `With --site, METRICS_TOKEN must be the site's; a local site may need none. With --at, the site adds its health itself.`,
  async run(given, around) {
    const { store, environment, health: ownHealth } = around;
    const head = await store.head(environment);
    if (!head) throw new Refusal('unknown', `Nothing was ever live in ${environment}.`);
    const site = given.text('site');
    const health =
      site === undefined
        ? ((await ownHealth?.()) ?? null)
        : await readHealth(site, process.env.METRICS_TOKEN);
    const { host, apps } = await store.composition(head.composition).catch((cause: unknown) => {
      throw new Refusal(
        'damaged',
        `${(cause as Error).message} It is live in ${environment}. To go back to the one before: ${formatCommand('rollback', around)}`,
      );
    });
    const parts = [
      { name: 'shell', version: host.version, fallback: null },
      ...Object.entries(apps).map(([name, { versions }]) => ({
        name,
        version: versions[0].version,
        fallback: versions[1]?.version ?? null,
      })),
    ];
    const { composition, frozen, canary } = head;
    const since = await wentLive(store, environment, head);
    const { number, at, who, why } = since;
    const reason = (text: string | null) => (text ? `: ${text}` : '');
    const lines = [
      `${environment}: ${composition}, step ${number}, ${at}, ${who}${reason(why)}`,
      // Later steps, such as the end of a canary.
      ...(head.number > number && !frozen && !canary
        ? [`last step ${head.number}, ${head.kind}, ${head.at}, ${head.who}${reason(head.why)}`]
        : []),
      ...(health ? [`  its pages: ${doing(health.compositions, composition)}`] : []),
      ...(frozen ? [`frozen since ${frozen.at} by ${frozen.who}${reason(frozen.why)}`] : []),
      ...(canary
        ? [
            `canary for ${canary.share} % of visitors: ${canary.versions
              .map((name) => name + behind(health?.versions, name))
              .join(', ')}`,
            ...(health ? [`  its pages: ${doing(health.compositions, canary.composition)}`] : []),
          ]
        : []),
      ...parts.map(
        ({ name, version, fallback }) =>
          `  ${name.padEnd(14)} ${version}${fallback ? `  falls back to ${fallback}` : ''}${behind(health?.versions, `${name}@${version}`)}`,
      ),
      ...(hasVitals(health?.versions) ? [`  (${vitalsLegend})`] : []),
    ];
    const told = health && {
      health: Object.fromEntries(health.versions),
      compositions: Object.fromEntries(health.compositions),
    };
    return { text: lines.join('\n'), json: { environment, live: head, since, parts, ...told } };
  },
};

/** The step that made the live composition live. Later ones only froze, unfroze or changed a canary. */
async function wentLive(store: SiteStore, environment: string, head: HistoryEntry): Promise<HistoryEntry> {
  let found = head;
  for (
    let entry: HistoryEntry | null = head;
    entry?.composition === head.composition;
    entry = await store.entry(environment, entry.number - 1)
  )
    found = entry;
  return found;
}

type Known = ReadonlyMap<string, Health>;

function doing(known: Known, name: string): string {
  const health = known.get(name);
  return health ? healthText(health) : 'no visits';
}

/** Formats a version's health, to follow its name; empty if unknown. */
const behind = (known: Known | undefined, version: string) => (known ? `  ${doing(known, version)}` : '');

const hasVitals = (known: Known | undefined) =>
  [...(known?.values() ?? [])].some(({ vitals }) => Object.keys(vitals).length > 0);
