import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { filesIn } from './built-assets.ts';
import { callsIn } from './built-calls.ts';
import { linksIn } from './built-links.ts';

/** Links and API calls of all scripts of a build. */
export async function readScripts(dist: string): Promise<{ links: string[]; calls: string[] }> {
  const scripts = (await filesIn(dist)).filter((file) => file.endsWith('.js'));
  const codes = await Promise.all(scripts.map((file) => readFile(path.join(dist, file), 'utf8')));
  const unique = (read: (code: string) => string[]) => [...new Set(codes.flatMap(read))].sort();
  return { links: unique(linksIn), calls: unique(callsIn) };
}
