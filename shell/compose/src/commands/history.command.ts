import type { Answer, Command, Surroundings } from '../command.ts';
import { compareCompositions, differenceText } from '../compare-compositions.ts';
import { readComposition } from '../read-composition.ts';
import { readHistory, type Step } from '../read-history.ts';
import { contentHashOf } from '../read-version.ts';
import { Refusal } from '../refusal.ts';
import { readAuditLog } from '../rights/audit.ts';
import { commitText } from '../source-commit.ts';
import type { HistoryEntry } from '../store/history-entry.ts';

export const historyCommand: Command = {
  summary: 'lists the changes, newest first, with author, time, reason and commit',
  words: '[REMOTE | A..B]',
  count: [0, 1],
  options: {
    limit: { value: 'N', help: 'maximum number of lines; default: 20' },
    audit: { help: 'lists requests over the site and repairs instead, with their outcome' },
  },
  about: `With a remote, only the steps that changed its version. A..B compares two compositions instead: each is an id, the number of a step or an
environment, as in 41..live.`,
  async run(given, around) {
    const limit = Number(given.text('limit') ?? 20);
    if (!Number.isInteger(limit) || limit < 1 || limit > 1000)
      throw new Refusal('usage', '--limit takes a number from 1 to 1000.');
    const [word] = given.words;
    if (given.has('audit')) return audit(around, limit);
    const [, a, b] = /^(.+)\.\.(.*)$/.exec(word ?? '') ?? [];
    if (a !== undefined) {
      const before = await readComposition(around, a);
      const changes = compareCompositions(before, await readComposition(around, b || around.environment));
      return { text: differenceText(changes), json: changes };
    }
    const lines = await movesOf(around, word, limit);
    const short = shortVersions(lines);
    return { text: lines.map((line) => text(line, short)).join('\n') || 'Nothing yet.', json: lines };
  },
};

async function audit({ store }: Surroundings, limit: number): Promise<Answer> {
  const deeds = await readAuditLog(store, limit);
  const lines = deeds.map(({ at, who, what, outcome }) => `${at}  ${who}  ${what}  ${outcome}`);
  return { text: lines.join('\n') || 'Nothing yet.', json: deeds };
}

/** A part of the site that a step changed. */
interface Move {
  name: string;
  /** Null if the part did not exist. */
  from: string | null;
  to: string | null;
  /** The commit of the new version, if it was recorded. */
  commit: string | null;
}
/** A step and its changes; null if its composition is no longer readable. */
type Line = HistoryEntry & { moved: Move[] | null };

/** Lists the newest steps; for a remote, those that changed its version or took it off. */
async function movesOf(
  { store, environment, say }: Surroundings,
  remote: string | undefined,
  limit: number,
): Promise<Line[]> {
  const lines: Line[] = [];
  /** The current step: its changes follow from the step before it. */
  let later: Step | null = null;
  const look = async (before: Step['versions']) => {
    if (!later) return;
    const moved = later.versions && before && (await movesBetween(before, later.versions));
    if (!remote || moved?.some(({ name }) => name === remote)) lines.push({ ...later.entry, moved });
  };
  const movesBetween = async (before: Record<string, string>, after: Record<string, string>) => {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const changed = names.filter((name) => before[name] !== after[name] && (!remote || name === remote));
    return Promise.all(
      changed.map(async (name): Promise<Move> => {
        const to = after[name] ?? null;
        const source = to && (await store.source(name, to));
        return { name, from: before[name] ?? null, to, commit: source ? commitText(source) : null };
      }),
    );
  };
  for await (const step of readHistory(store, environment, say)) {
    // A composition that is no longer readable says nothing about a remote.
    if (remote && step.versions === null) continue;
    await look(step.versions);
    later = step;
    if (lines.length >= limit) return lines;
  }
  await look({});
  if (remote && lines.length === 0)
    throw new Refusal('unknown', `${remote} was never live in ${environment}.`);
  return lines;
}

/** Abbreviates each version to the shortest prefix that is unique among the listed versions of its remote. */
function shortVersions(lines: readonly Line[]): (name: string, version: string | null) => string {
  const all = new Map<string, Set<string>>();
  for (const { name, from, to } of lines.flatMap(({ moved }) => moved ?? []))
    for (const version of [from, to])
      if (version) all.set(name, (all.get(name) ?? new Set<string>()).add(contentHashOf(version)));
  return (name, version) => {
    if (version === null) return 'none';
    const hash = contentHashOf(version);
    const others = [...(all.get(name) ?? [])].filter((other) => other !== hash);
    let length = 4;
    while (length < hash.length && others.some((other) => other.startsWith(hash.slice(0, length))))
      length += 1;
    return hash.slice(0, length);
  };
}

/** Formats a step. */
function text(entry: Line, short: ReturnType<typeof shortVersions>): string {
  const { number, at, kind, composition, who, why, backTo, moved, canary } = entry;
  const moves = (moved ?? []).map(
    ({ name, from, to, commit }) =>
      `${name} ${short(name, from)}→${short(name, to)}${commit ? ` (${commit})` : ''}`,
  );
  const shown = kind === 'canary' && canary ? [`${canary.share} % see ${canary.versions.join(', ')}`] : [];
  const lost = moved ? [] : [`${composition}, which cannot be compared any more`];
  const what = [...moves, ...shown, ...lost].join(', ');
  return [`${number}`, at, `${kind}${backTo ? ` to ${backTo}` : ''}`, what, who, why]
    .filter(Boolean)
    .join('  ');
}
