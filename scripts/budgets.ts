import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Stats, StatsCompilation } from '@rspack/core';

/** Bytes after gzip that a page may cost (docs/architecture.md). A build over its budget fails. */
const budgets = { shellFirstPage: 170_000, remoteEntry: 14_000, remoteFirstRoute: 35_000 };

/**
 * Checks a finished build against its budget and prints the figures.
 *
 * @param name workspace
 * @param stats result of its build
 * @throws when a part is over its budget
 */
export async function checkBudgets(name: string, stats: Stats): Promise<void> {
  const report = stats.toJson({
    all: false,
    assets: true,
    chunks: true,
    chunkGroups: true,
    entrypoints: true,
    ids: true,
    chunkGroupChildren: true,
    outputPath: true,
  });
  const parts = name === 'shell' ? shellParts(report) : remoteParts(report);
  for (const { part, files, limit } of parts) {
    const bytes = await gzippedSize(report.outputPath ?? '', files);
    const line = `  ${name}: ${part} ${(bytes / 1000).toFixed(1)} kB of ${limit / 1000} kB gzip`;
    if (bytes > limit) throw new Error(`${line}: over budget\n${files.join('\n')}`);
    console.log(line);
  }
}

interface Part {
  part: string;
  files: string[];
  limit: number;
}

const isCode = (file: string) => /\.(js|css)$/.test(file);

function shellParts({ entrypoints }: StatsCompilation): Part[] {
  const files = (entrypoints?.main?.assets ?? []).map(({ name }) => name).filter(isCode);
  return [{ part: 'first page', files, limit: budgets.shellFirstPage }];
}

function remoteParts(report: StatsCompilation): Part[] {
  const assets = (report.assets ?? []).map(({ name }) => name);
  const entry = assets.filter((file) => file.startsWith('remoteEntry'));
  const exposed = report.chunks?.filter((chunk) =>
    chunk.names?.some((n) => n.startsWith('__federation_expose')),
  );
  const first = new Set(exposed?.flatMap((chunk) => chunk.files ?? []));
  return [
    { part: 'entry', files: entry, limit: budgets.remoteEntry },
    { part: 'first route', files: [...first].filter(isCode), limit: budgets.remoteFirstRoute },
  ];
}

async function gzippedSize(dir: string, files: string[]): Promise<number> {
  const sizes = files.map(async (file) => {
    const packed = await promisify(gzip)(await readFile(path.join(dir, file)), { level: 9 });
    return packed.length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
