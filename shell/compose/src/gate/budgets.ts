import type { RemoteVersion } from '@frens/contract/composition';

/** Bytes after gzip that a page may cost (docs/architecture.md). A build over its budget fails. */
export const budgets = {
  shellScripts: 160_000,
  federation: 20_000,
  shellStyles: 9_000,
  remoteEntry: 9_000,
  remoteRoute: 35_000,
};

/** What of a remote's version is over its budget, by its own sizes: for those that were built elsewhere. */
export function overBudget({ files, sizes = {} }: RemoteVersion): string[] {
  if (!files) return [];
  const parts = [
    { part: 'entry', limit: budgets.remoteEntry, of: [files.entry] },
    ...Object.entries(files.routes).map(([page, of]) => ({
      part: `page ${page}`,
      limit: budgets.remoteRoute,
      of: [...new Set([...files.exposed, ...of])],
    })),
  ];
  return parts.flatMap(({ part, limit, of }) => {
    const bytes = of.reduce((sum, file) => sum + (sizes[file]?.gzip ?? 0), 0);
    return bytes > limit
      ? [`${part} ${(bytes / 1000).toFixed(1)} kB of ${limit / 1000} kB gzip: over budget`]
      : [];
  });
}
