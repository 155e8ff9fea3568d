import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RemoteVersion, ShellVersion } from '@frens/contract/composition';
import type { StatsCompilation } from '@rspack/core';
import type { MadeVersion } from '../built-version.ts';
import { budgetText, overBudget, trendsOf, trendText } from '../gate/budgets.ts';
import { Refusal } from '../refusal.ts';

/**
 * Checks a version against its budgets.
 *
 * @param older the version to compare it with, if any
 * @param say receives the sizes and their change
 * @throws Refusal if a part exceeds its budget
 */
export function checkBudgets(
  { name, record }: MadeVersion,
  older: RemoteVersion | ShellVersion | null,
  say: (line: string) => void,
): void {
  const heavy = overBudget(record);
  if (heavy.length > 0) throw new Refusal('misfit', `${name} cannot be published:`, heavy);
  if (older) say(`  ${name}, compared with ${older.version}:`);
  for (const trend of trendsOf(record, older)) say(`  ${name}: ${(older ? trendText : budgetText)(trend)}`);
}

/**
 * Refuses builds that contain the mock service worker: it would answer for every tab of the site.
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

const isCode = (file: string) => /\.(js|css)$/.test(file);
