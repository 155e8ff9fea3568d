import type { RemoteVersion, ShellVersion } from '../model/composition.ts';
import { type Budgets, type SiteDefinition, withoutFrame } from '../model/site-definition.ts';

/** A part of a version that has a budget. */
export interface Budgeted {
  part: string;
  files: string[];
  bytes: number;
  limit: number;
}

/** What the parts of a version cost, by its own sizes. */
export function budgetsOf(site: SiteDefinition, version: RemoteVersion | ShellVersion): Budgeted[] {
  const { sizes = {} } = version;
  const parts = 'descriptor' in version ? remoteParts(site, version) : shellParts(site.budgets, version);
  return parts.map((part) => ({
    ...part,
    bytes: part.files.reduce((sum, file) => sum + (sizes[file]?.gzip ?? 0), 0),
  }));
}

type Part = Omit<Budgeted, 'bytes'>;

function shellParts(budgets: Budgets, { files }: ShellVersion): Part[] {
  if (!files) return [];
  const ending = (end: string) => files.first.filter((file) => file.endsWith(end));
  return [
    { part: 'scripts of the first page', limit: budgets.shellScripts, files: ending('.js') },
    { part: 'federation runtime', limit: budgets.federation, files: files.federation },
    { part: 'styles of the first page', limit: budgets.shellStyles, files: ending('.css') },
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

/** What a part costs, in words. */
export const budgetText = ({ part, bytes, limit }: Omit<Budgeted, 'files'>): string =>
  `${part} ${(bytes / 1000).toFixed(1)} kB of ${limit / 1000} kB gzip`;

/** What of a version is over its budget, with the files that make it so. */
export const overBudget = (site: SiteDefinition, version: RemoteVersion | ShellVersion): string[] =>
  budgetsOf(site, version)
    .filter(({ bytes, limit }) => bytes > limit)
    .map((part) => `${budgetText(part)}: over budget. Its files: ${part.files.join(', ')}`);

/** A part of a version, and what it cost in an older one; null where that lacks it. */
export interface Trend extends Omit<Budgeted, 'files'> {
  before: number | null;
}

/** What the parts of a version cost, compared with an older one. */
export function trendsOf(
  site: SiteDefinition,
  version: RemoteVersion | ShellVersion,
  older: RemoteVersion | ShellVersion | null,
): Trend[] {
  const before = older?.sizes ? budgetsOf(site, older) : [];
  return budgetsOf(site, version).map(({ part, bytes, limit }) => ({
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
