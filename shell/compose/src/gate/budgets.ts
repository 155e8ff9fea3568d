import type { RemoteVersion, ShellVersion } from '../model/composition.ts';
import { type SiteDefinition, withoutFrame } from '../model/site-definition.ts';

/** A part of a version that has a budget. */
export interface Budgeted {
  part: string;
  files: string[];
  bytes: number;
  limit: number;
  packing: 'gzip' | 'brotli';
}

/** Computes the cost of a version's parts from its recorded sizes. */
export function budgetsOf(site: SiteDefinition, version: RemoteVersion | ShellVersion): Budgeted[] {
  const { sizes = {} } = version;
  const parts = 'descriptor' in version ? remoteParts(site, version) : shellParts(site, version);
  return parts.map((part) => {
    const { packing = 'gzip', files } = part;
    return { ...part, packing, bytes: files.reduce((sum, file) => sum + (sizes[file]?.[packing] ?? 0), 0) };
  });
}

type Part = Omit<Budgeted, 'bytes' | 'packing'> & { packing?: 'brotli' };

function shellParts({ budgets, languages }: SiteDefinition, { files }: ShellVersion): Part[] {
  if (!files) return [];
  const ofEach = [...files.first, ...(files.texts[languages[0]] ?? [])];
  const withRemote = [...files.federation, ...(files.remoteTexts?.[languages[0]] ?? [])];
  const ofLanding = [...ofEach, ...(files.routes['/'] ?? [])];
  const scripts = (part: string, limit: number, of: string[]): Part => {
    const isScript = (file: string) => file.endsWith('.js');
    return { part, limit, files: [...new Set(of)].filter(isScript), packing: 'brotli' };
  };
  return [
    scripts('scripts of / until it can be used', budgets.firstScripts, ofLanding),
    scripts('with those that come with a remote', budgets.allScripts, [...ofLanding, ...withRemote]),
    scripts('scripts for each page of a remote', budgets.hostScripts, [...ofEach, ...withRemote]),
    {
      part: 'styles of the first page',
      limit: budgets.shellStyles,
      files: files.first.filter((file) => file.endsWith('.css')),
    },
  ];
}

function remoteParts(site: SiteDefinition, { files }: RemoteVersion): Part[] {
  const { budgets } = site;
  if (!files) return [];
  return [
    {
      part: 'entry',
      limit: files.imports ? budgets.foreignEntry : budgets.remoteEntry,
      files: [files.entry, ...(files.imports ?? [])],
    },
    ...Object.entries(files.routes).map(([page, of]) => ({
      part: `page ${page}`,
      limit: budgets.largerRoutes[withoutFrame(site, page)] ?? budgets.remoteRoute,
      files: [...new Set([...files.exposed, ...of])],
    })),
  ];
}

/** Formats the cost of a part. */
export const budgetText = ({ part, bytes, limit, packing }: Omit<Budgeted, 'files'>): string =>
  `${part} ${(bytes / 1000).toFixed(1)} kB of ${limit / 1000} kB ${packing}`;

/** The parts of a version that exceed their budget, with their files. */
export const overBudget = (site: SiteDefinition, version: RemoteVersion | ShellVersion): string[] =>
  budgetsOf(site, version)
    .filter(({ bytes, limit }) => bytes > limit)
    .map((part) => `${budgetText(part)}: over budget. Its files: ${part.files.join(', ')}`);

/** A part of a version and its former cost; null if the older version lacks it. */
export interface Trend extends Omit<Budgeted, 'files'> {
  before: number | null;
}

/** Compares the cost of a version's parts with an older version. */
export function trendsOf(
  site: SiteDefinition,
  version: RemoteVersion | ShellVersion,
  older: RemoteVersion | ShellVersion | null,
): Trend[] {
  const before = older?.sizes ? budgetsOf(site, older) : [];
  return budgetsOf(site, version).map(({ files: _files, ...one }) => ({
    ...one,
    before: before.find(({ part }) => part === one.part)?.bytes ?? null,
  }));
}

/** Formats the cost of a part and its change. */
export function trendText({ before, ...part }: Trend): string {
  const change = before === null ? 'new' : before === part.bytes ? '±0' : changeOfBytes(part.bytes - before);
  return `${budgetText(part)}, ${change}`;
}

/** Formats a byte difference; small ones in bytes, so that they do not read as zero. */
export function changeOfBytes(change: number): string {
  const much = Math.abs(change);
  return `${change < 0 ? '−' : '+'}${much < 50 ? `${much} B` : kilobytes(much)}`;
}

/** Formats a number of bytes. */
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
