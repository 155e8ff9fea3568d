import type { RemoteVersion, ShellVersion } from '../model/composition.ts';

/** Bytes after gzip that a page may cost (docs/architecture.md). A build over its budget fails. */
export const budgets = {
  shellScripts: 160_000,
  federation: 20_000,
  shellStyles: 9_000,
  remoteEntry: 9_000,
  /** Of a remote that another tool built: some bring a federation runtime of their own. */
  foreignEntry: 35_000,
  remoteRoute: 35_000,
};

/** Pages that need more than others, in both frames. The home shows something of every other page: who waits, one's own Panda, people, circles and notices. */
const largerRoutes: Partial<Record<string, number>> = { '/dashboard': 40_000 };

/** A part of a version that has a budget. */
export interface Budgeted {
  part: string;
  files: string[];
  bytes: number;
  limit: number;
}

/** What the parts of a version cost, by its own sizes. */
export function budgetsOf(version: RemoteVersion | ShellVersion): Budgeted[] {
  const { sizes = {} } = version;
  return ('descriptor' in version ? remoteParts(version) : shellParts(version)).map((part) => ({
    ...part,
    bytes: part.files.reduce((sum, file) => sum + (sizes[file]?.gzip ?? 0), 0),
  }));
}

type Part = Omit<Budgeted, 'bytes'>;

function shellParts({ files }: ShellVersion): Part[] {
  if (!files) return [];
  const ending = (end: string) => files.first.filter((file) => file.endsWith(end));
  return [
    { part: 'scripts of the first page', limit: budgets.shellScripts, files: ending('.js') },
    { part: 'federation runtime', limit: budgets.federation, files: files.federation },
    { part: 'styles of the first page', limit: budgets.shellStyles, files: ending('.css') },
  ];
}

function remoteParts({ files }: RemoteVersion): Part[] {
  if (!files) return [];
  return [
    {
      part: 'entry',
      limit: files.imports ? budgets.foreignEntry : budgets.remoteEntry,
      files: [files.entry, ...(files.imports ?? [])],
    },
    ...Object.entries(files.routes).map(([page, of]) => ({
      part: `page ${page}`,
      limit: largerRoutes[page.replace(/^\/v2(?=\/)/, '')] ?? budgets.remoteRoute,
      files: [...new Set([...files.exposed, ...of])],
    })),
  ];
}

/** What a part costs, in words. */
export const budgetText = ({ part, bytes, limit }: Omit<Budgeted, 'files'>): string =>
  `${part} ${(bytes / 1000).toFixed(1)} kB of ${limit / 1000} kB gzip`;

/** What of a version is over its budget, with the files that make it so. */
export const overBudget = (version: RemoteVersion | ShellVersion): string[] =>
  budgetsOf(version)
    .filter(({ bytes, limit }) => bytes > limit)
    .map((part) => `${budgetText(part)}: over budget. Its files: ${part.files.join(', ')}`);

/** A part of a version, and what it cost in an older one; null where that lacks it. */
export interface Trend extends Omit<Budgeted, 'files'> {
  before: number | null;
}

/** What the parts of a version cost, compared with an older one. */
export function trendsOf(
  version: RemoteVersion | ShellVersion,
  older: RemoteVersion | ShellVersion | null,
): Trend[] {
  const before = older?.sizes ? budgetsOf(older) : [];
  return budgetsOf(version).map(({ part, bytes, limit }) => ({
    part,
    bytes,
    limit,
    before: before.find((other) => other.part === part)?.bytes ?? null,
  }));
}

/** What a part costs, and its change. */
export function trendText({ before, ...part }: Trend): string {
  const change = before === null ? 'new' : before === part.bytes ? '±0' : changeOfBytes(part.bytes - before);
  return `${budgetText(part)}, ${change}`;
}

/** A byte difference for people; a few bytes do not read as none. */
export function changeOfBytes(change: number): string {
  const much = Math.abs(change);
  return `${change < 0 ? '−' : '+'}${much < 50 ? `${much} B` : kilobytes(much)}`;
}

/** A number of bytes for people. */
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
