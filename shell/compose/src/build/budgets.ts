import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { StatsCompilation } from '@rspack/core';
import type { MadeVersion } from '../built-version.ts';
import { budgetText, overBudget, trendsOf, trendText } from '../gate/budgets.ts';
import type { RemoteVersion, ShellVersion } from '../model/composition.ts';
import type { SiteDefinition } from '../model/site-definition.ts';
import { Refusal } from '../refusal.ts';

/**
 * Checks a version against its budgets.
 *
 * @param older the version to compare it with, if any
 * @param say receives the sizes and their change
 * @throws Refusal if a part exceeds its budget
 */
export function checkBudgets(
  site: SiteDefinition,
  { name, record }: MadeVersion,
  older: RemoteVersion | ShellVersion | null,
  say: (line: string) => void,
): void {
  const heavy = overBudget(site, record);
  if (heavy.length > 0) throw new Refusal('misfit', `${name} cannot be published:`, heavy);
  if (older) say(`  ${name}, compared with ${older.version}:`);
  for (const trend of trendsOf(site, record, older))
    say(`  ${name}: ${(older ? trendText : budgetText)(trend)}`);
}

/**
 * Refuses builds whose public files contain development tools, such as mocks.
 *
 * @throws Refusal that names the file
 */
export async function refuseMocks(
  { forbiddenTexts, developersChunk }: SiteDefinition,
  name: string,
  { assets = [], namedChunkGroups = {}, outputPath = '' }: StatsCompilation,
): Promise<void> {
  const filesOf = (isWanted: (group: string) => boolean) =>
    Object.entries(namedChunkGroups).flatMap(([group, { assets: files = [] }]) =>
      isWanted(group) ? files.map((file) => file.name) : [],
    );
  const developers = filesOf((group) => group === developersChunk?.name);
  const members = filesOf((group) => group !== developersChunk?.name);
  for (const { name: file } of assets.filter((asset) => isCode(asset.name))) {
    const code = await readFile(path.join(outputPath, file), 'utf8');
    const isForDevelopers = developers.includes(file) && !members.includes(file);
    const parts = isForDevelopers ? forbiddenTexts : { ...forbiddenTexts, ...developersChunk?.texts };
    for (const [word, what] of Object.entries(parts))
      if (code.includes(word)) throw new Refusal('misfit', `${name}: ${file} contains ${what}.`);
  }
}

const isCode = (file: string) => /\.(js|css)$/.test(file);
