import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RemoteVersion } from '@frens/contract/composition';
import type { StatsCompilation } from '@rspack/core';
import { type Budgeted, budgets, budgetsOf, budgetText, overBudget } from '../gate/budgets.ts';
import { Refusal } from '../refusal.ts';
import { filesRecord } from './record-files.js';

/**
 * Checks a finished build of the shell against its budget.
 *
 * @param report the bundler's report of the build
 * @param say is told the figures
 * @throws Refusal when a part is over its budget
 */
export async function checkShellBudgets(
  report: StatsCompilation,
  say: (line: string) => void,
): Promise<void> {
  for (const { part, files, limit } of await shellParts(report)) {
    const bytes = await gzippedSize(report.outputPath ?? '', files);
    const line = `shell: ${budgetText({ part, bytes, limit })}`;
    if (bytes > limit) throw new Refusal('misfit', `${line}: over budget. Its files:`, files);
    say(`  ${line}`);
  }
}

/**
 * Checks a version of a remote against its budgets.
 *
 * @param say is told the figures
 * @throws Refusal when a part is over its budget
 */
export function checkRemoteBudgets(version: RemoteVersion, say: (line: string) => void): void {
  const { name } = version.descriptor;
  const heavy = overBudget(version);
  if (heavy.length > 0) throw new Refusal('misfit', `${name} cannot be published:`, heavy);
  for (const part of budgetsOf(version)) say(`  ${name}: ${budgetText(part)}`);
}

/**
 * The Service Worker of the QA mode must not reach members: it would answer for every tab of a site. No production file may speak of it.
 *
 * @throws Refusal that names the file
 */
export async function refuseMocks(
  name: string,
  { assets = [], outputPath = '' }: StatsCompilation,
): Promise<void> {
  for (const { name: file } of assets.filter((asset) => isCode(asset.name))) {
    const code = await readFile(path.join(outputPath, file), 'utf8');
    if (code.includes('mockServiceWorker'))
      throw new Refusal('misfit', `${name}: ${file} contains the mock mode.`);
  }
}

type Part = Omit<Budgeted, 'bytes'>;

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

async function gzippedSize(dir: string, files: string[]): Promise<number> {
  const sizes = files.map(async (file) => {
    const packed = await promisify(gzip)(await readFile(path.join(dir, file)), { level: 9 });
    return packed.length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
