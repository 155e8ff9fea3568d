import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { StatsCompilation } from '@rspack/core';
import { budgets } from '../gate/budgets.ts';
import { Refusal } from '../refusal.ts';
import { filesRecord } from './record-files.js';

/**
 * Checks a finished build against its budget.
 *
 * @param name workspace
 * @param report the bundler's report of the build
 * @param routes of a remote: the files that each of its pages asks for, by its path
 * @param say is told the figures
 * @throws Refusal when a part is over its budget
 */
export async function checkBudgets(
  name: string,
  report: StatsCompilation,
  routes: Record<string, string[]>,
  say: (line: string) => void,
): Promise<void> {
  const parts = name === 'shell' ? await shellParts(report) : remoteParts(report, routes);
  for (const { part, files, limit } of parts) {
    const bytes = await gzippedSize(report.outputPath ?? '', files);
    const line = `${name}: ${part} ${(bytes / 1000).toFixed(1)} kB of ${limit / 1000} kB gzip`;
    if (bytes > limit) throw new Refusal('misfit', `${line}: over budget. Its files:`, files);
    say(`  ${line}`);
  }
  await refuseMocks(name, report);
}

/** The Service Worker of the QA mode must not reach members: it would answer for every tab of a site. No production file may speak of it. */
async function refuseMocks(name: string, { assets = [], outputPath = '' }: StatsCompilation): Promise<void> {
  for (const { name: file } of assets.filter((asset) => isCode(asset.name))) {
    const code = await readFile(path.join(outputPath, file), 'utf8');
    if (code.includes('mockServiceWorker'))
      throw new Refusal('misfit', `${name}: ${file} contains the mock mode.`);
  }
}

interface Part {
  part: string;
  files: string[];
  limit: number;
}

const isCode = (file: string) => /\.(js|css)$/.test(file);

async function shellParts({ entrypoints, outputPath = '' }: StatsCompilation): Promise<Part[]> {
  const files = (entrypoints?.main?.assets ?? []).map(({ name }) => name);
  // What RecordFiles has written.
  const { groups } = JSON.parse(await readFile(path.join(outputPath, filesRecord), 'utf8'));
  return [
    {
      part: 'scripts of the first page',
      files: files.filter((file) => file.endsWith('.js')),
      limit: budgets.shellScripts,
    },
    { part: 'federation runtime', files: groups.federation ?? [], limit: budgets.federation },
    {
      part: 'styles of the first page',
      files: files.filter((file) => file.endsWith('.css')),
      limit: budgets.shellStyles,
    },
  ];
}

function remoteParts(report: StatsCompilation, routes: Record<string, string[]>): Part[] {
  const entry = (report.assets ?? [])
    .map(({ name }) => name)
    .filter((file) => file.startsWith('remoteEntry'));
  const exposed = (report.chunks ?? [])
    .filter((chunk) => chunk.names?.some((name) => name === 'exposed'))
    .flatMap((chunk) => (chunk.files ?? []).filter(isCode));
  return [
    { part: 'entry', files: entry, limit: budgets.remoteEntry },
    ...Object.entries(routes).map(([path, files]) => ({
      part: `page ${path}`,
      files: [...new Set([...exposed, ...files])],
      limit: budgets.remoteRoute,
    })),
  ];
}

async function gzippedSize(dir: string, files: string[]): Promise<number> {
  const sizes = files.map(async (file) => {
    const packed = await promisify(gzip)(await readFile(path.join(dir, file)), { level: 9 });
    return packed.length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
