import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { closest, distance } from 'fastest-levenshtein';

type Variables = Record<string, string | undefined>;

/** The base of relative paths, whatever folder the command runs in. */
export const rootDir = path.resolve(import.meta.dirname, '../..');

/** The variables of the process and of the variables file. */
export interface EnvironmentSources {
  variables: Variables;
  /** Variables of the file; those of the process take precedence. */
  file?: Variables;
  /** The file's name, for messages. */
  fileName?: string;
}

/**
 * Reads `.env`, or the file that `ENV_FILE` names; `ENV_FILE=` reads none. `.env` may be missing.
 *
 * @throws {UnreadableFile} when the file cannot be read
 */
export function readEnvironment(variables: Variables): EnvironmentSources {
  const fileName = variables.ENV_FILE ?? '.env';
  if (fileName === '') return { variables };
  try {
    return { variables, file: parseEnv(readFileSync(path.resolve(rootDir, fileName), 'utf8')), fileName };
  } catch (error) {
    // Safe: reading a file throws only system errors.
    if (variables.ENV_FILE === undefined && (error as NodeJS.ErrnoException).code === 'ENOENT')
      return { variables };
    throw new UnreadableFile(
      `The file ${fileName}, which ENV_FILE names, cannot be read: ${(error as Error).message}`,
    );
  }
}

/** The variables file is missing or unreadable. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

/** Messages about names that are probably misspelt. */
export function misspelledNames(
  { variables, file = {}, fileName = '.env' }: EnvironmentSources,
  known: string[],
): string[] {
  const inFile = Object.keys(file)
    .filter((name) => !known.includes(name))
    .map((name) => {
      // A line without "=" would be joined with the next one.
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

/** Whether a name is probably a misspelling. Other programs' variables are legitimate, and short names resemble too many of them. */
function isNearMiss(name: string, meant: string): boolean {
  const allowed = meant.length >= 11 ? 3 : meant.length >= 8 ? 2 : 0;
  return distance(name, meant) <= allowed;
}
