import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type SiteDefinition, withoutFrame } from '../model/site-definition.ts';
import { filesIn } from './built-assets.ts';
import { callsIn } from './built-calls.ts';
import { linksIn } from './built-links.ts';

/** Facts about the scripts of a build. */
export interface BuiltScripts {
  links: string[];
  /** Calls of the API. */
  calls: string[];
  /** Whether one of them contains a text. */
  contain(text: string): boolean;
}

/** Reads the scripts of a build without running them. */
export async function readScripts(dist: string): Promise<BuiltScripts> {
  const scripts = (await filesIn(dist)).filter((file) => file.endsWith('.js'));
  const codes = await Promise.all(scripts.map((file) => readFile(path.join(dist, file), 'utf8')));
  const unique = (read: (code: string) => string[]) => [...new Set(codes.flatMap(read))].sort();
  return {
    links: unique(linksIn),
    calls: unique(callsIn),
    contain: (text) => codes.some((code) => code.includes(text)),
  };
}

/** The paths that end a string literal in the scripts, as routes do; the prefix of a frame may be added elsewhere. */
export function routesIn(
  site: SiteDefinition,
  { contain }: BuiltScripts,
  paths: readonly string[],
): string[] {
  const stands = (route: string) => [`"`, `'`, '`'].some((quote) => contain(route + quote));
  return paths.filter((route) => stands(route) || stands(withoutFrame(site, route)));
}
