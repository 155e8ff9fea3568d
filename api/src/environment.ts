import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { closest, distance } from 'fastest-levenshtein';

type Variables = Record<string, string | undefined>;

/** Relative paths count from here, whichever workspace a command was started in. */
export const rootDir = path.resolve(import.meta.dirname, '../..');

/** Variables of the process, and those of the file beside them. */
export interface EnvironmentSources {
  variables: Variables;
  /** What the file says; real variables win over it. */
  file?: Variables;
  /** Name of the file, for messages. */
  fileName?: string;
}

/**
 * Reads `.env`, or the file that `ENV_FILE` names; `ENV_FILE=` reads none. A missing `.env` is an empty one.
 *
 * @throws when the file that `ENV_FILE` names cannot be read
 */
export function readEnvironment(variables: Variables): EnvironmentSources {
  const fileName = variables.ENV_FILE ?? '.env';
  if (fileName === '') return { variables };
  try {
    return { variables, file: parseEnv(readFileSync(path.resolve(rootDir, fileName), 'utf8')), fileName };
  } catch (error) {
    // True because reading a file throws system errors only.
    if (variables.ENV_FILE === undefined && (error as NodeJS.ErrnoException).code === 'ENOENT') {
      return { variables };
    }
    throw new UnreadableFile(
      `The file ${fileName}, which ENV_FILE names, cannot be read: ${(error as Error).message}`,
    );
  }
}

/** The file of variables is not there, or may not be read. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

/** Sentences about names that were meant to be ours and are not. */
export function misspelledNames(
  { variables, file = {}, fileName = '.env' }: EnvironmentSources,
  known: string[],
): string[] {
  const inFile = Object.keys(file)
    .filter((name) => !known.includes(name))
    .map((name) => {
      // A line without "=" is read together with the next one.
      const [line, next] = name.split('\n');
      if (next !== undefined) return `  "${line}" in ${fileName}: has no "=".`;
      return `  ${name} in ${fileName}: is not known. Do you mean ${closest(name, known)}?`;
    });
  const inProcess = Object.keys(variables)
    .filter((name) => !known.includes(name) && !(name in file))
    .flatMap((name) => {
      const meant = closest(name, known);
      return isNearMiss(name, meant) ? [`  ${name}: is not known. Do you mean ${meant}?`] : [];
    });
  return [...inFile, ...inProcess];
}

/** Other programs have variables too, so only what is nearly one of ours is refused; short names are near too many. */
function isNearMiss(name: string, meant: string): boolean {
  const allowed = meant.length >= 11 ? 3 : meant.length >= 8 ? 2 : 0;
  return distance(name, meant) <= allowed;
}
