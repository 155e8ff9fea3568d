import type { RemoteVersion } from '@frens/contract/composition';

/** Bytes after gzip that a page may cost (docs/architecture.md). A build over its budget fails. */
export const budgets = {
  shellScripts: 160_000,
  federation: 20_000,
  shellStyles: 9_000,
  remoteEntry: 9_000,
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

/** What the parts of a remote's version cost, by its own sizes. */
export function budgetsOf({ files, sizes = {} }: RemoteVersion): Budgeted[] {
  if (!files) return [];
  const parts = [
    { part: 'entry', limit: budgets.remoteEntry, of: [files.entry] },
    ...Object.entries(files.routes).map(([page, of]) => ({
      part: `page ${page}`,
      limit: largerRoutes[page.replace(/^\/v2(?=\/)/, '')] ?? budgets.remoteRoute,
      of: [...new Set([...files.exposed, ...of])],
    })),
  ];
  return parts.map(({ part, limit, of }) => ({
    part,
    limit,
    files: of,
    bytes: of.reduce((sum, file) => sum + (sizes[file]?.gzip ?? 0), 0),
  }));
}

/** What a part costs, in words. */
export const budgetText = ({ part, bytes, limit }: Omit<Budgeted, 'files'>): string =>
  `${part} ${(bytes / 1000).toFixed(1)} kB of ${limit / 1000} kB gzip`;

/** What of a remote's version is over its budget, with the files that make it so. */
export const overBudget = (version: RemoteVersion): string[] =>
  budgetsOf(version)
    .filter(({ bytes, limit }) => bytes > limit)
    .map((part) => `${budgetText(part)}: over budget. Its files: ${part.files.join(', ')}`);
