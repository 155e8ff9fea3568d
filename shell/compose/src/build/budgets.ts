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
 * @param older which it is compared with, if there is one
 * @param say is told the figures, and how they changed
 * @throws Refusal when a part is over its budget
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

const isCode = (file: string) => /\.(js|css)$/.test(file);
