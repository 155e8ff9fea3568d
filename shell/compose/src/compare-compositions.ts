import type { Surroundings } from './command.ts';
import { changeOfBytes } from './gate/budgets.ts';
import type { Composition, RemoteVersion, ShellVersion } from './model/composition.ts';
import { codeBytes, type Difference, differenceOf } from './receipt.ts';
import { defaultEnvironment, type HistoryEntry } from './store/history-entry.ts';
import { shellName } from './store/site-store.ts';

/** The difference of two compositions for one part of the site. */
export interface PartDifference {
  name: string;
  /** Null if that composition lacks the part. */
  from: string | null;
  to: string | null;
  pages: Difference;
  /** Change in bytes of its scripts and styles (gzip); null if one side was not measured. */
  bytes: number | null;
}

/** Compares two compositions, part by part. */
export function compareCompositions(a: Composition | null, b: Composition): PartDifference[] {
  const before = partsOf(a);
  const after = partsOf(b);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [from, to] = [before.get(name), after.get(name)];
    if (from?.version === to?.version) return [];
    return [
      {
        name,
        from: from?.version ?? null,
        to: to?.version ?? null,
        pages: differenceOf(pagesOf(from), pagesOf(to)),
        bytes: from?.sizes && to?.sizes ? codeBytes(to.sizes) - codeBytes(from.sizes) : null,
      },
    ];
  });
}

/** Compares a step with the previous one, which may be unreadable. */
export async function changesBy(
  { store, environment }: Pick<Surroundings, 'store' | 'environment'>,
  { number, composition }: HistoryEntry,
): Promise<PartDifference[]> {
  const entry = await store.entry(environment, number - 1);
  const before = entry && (await store.composition(entry.composition).catch(() => null));
  return compareCompositions(before, await store.composition(composition));
}

type Part = RemoteVersion | ShellVersion;

function partsOf(composition: Composition | null): Map<string, Part> {
  if (!composition) return new Map();
  const remotes = Object.entries(composition.apps).map(([name, app]): [string, Part] => [
    name,
    app.versions[0],
  ]);
  return new Map([[shellName, composition.host], ...remotes]);
}

const pagesOf = (part: Part | undefined) =>
  part && 'descriptor' in part ? part.descriptor.paths.map(({ path }) => path) : [];

/** Formats what went live. */
export function promotionText(
  environment: string,
  entry: HistoryEntry | null,
  changes: readonly PartDifference[] | null,
): string {
  if (!entry || !changes)
    return `That is live${environment === defaultEnvironment ? '' : ` in ${environment}`} already.`;
  const again = entry.kind === 'rollback' ? ' again' : '';
  const where = environment === defaultEnvironment ? '' : ` in ${environment}`;
  const skipped = Object.entries(entry.skipped ?? {}).map(([version, why]) => `${version} (${why})`);
  return [
    `${entry.composition} is live${where}${again}`,
    differenceText(changes),
    ...(skipped.length > 0 ? [`Passed over: ${skipped.join(', ')}`] : []),
  ].join('\n');
}

/** Formats the difference, one part a line. */
export function differenceText(parts: readonly PartDifference[]): string {
  if (parts.length === 0) return 'No difference.';
  return parts
    .map(({ name, from, to, pages, bytes }) => {
      const signed = [...pages.added.map((page) => `+ ${page}`), ...pages.removed.map((page) => `− ${page}`)];
      const weight = bytes ? [changeOfBytes(bytes)] : [];
      return [`${name}: ${from ?? 'not there'} → ${to ?? 'not there'}`, ...weight, ...signed].join(', ');
    })
    .join('\n');
}
