import path from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError } from '../backup/manifest.ts';
import { isBucket } from '../is-bucket.ts';

/** A `place` is a folder or `s3://BUCKET/PREFIX`. */
type Kinds = Record<string, 'folder' | 'place' | 'text' | 'flag'>;
type Read<K extends Kinds> = { [Name in keyof K]?: K[Name] extends 'flag' ? boolean : string };

/** Prints the usage and exits if help is requested, before the command opens anything. */
export function answerHelp(usage: string): void {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return;
  console.log(usage);
  process.exit(0);
}

const isPath = (kind: Kinds[string] | undefined, value: string) =>
  kind === 'folder' || (kind === 'place' && !isBucket(value));

/** Parses a command's options. Folders are relative to where npm was called. */
export function readArguments<const K extends Kinds>(usage: string, kinds: K): Read<K> {
  answerHelp(usage);
  const options = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      { type: kind === 'flag' ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  try {
    const { values } = parseArgs({ options });
    const from = process.env.INIT_CWD ?? process.cwd();
    const read = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && isPath(kinds[name], value) ? path.resolve(from, value) : value,
    ]);
    // Safe: the options come from the same kinds.
    return Object.fromEntries(read) as Read<K>;
  } catch (cause) {
    throw new BackupError(`${cause instanceof Error ? cause.message : String(cause)}\n\n${usage}`, { cause });
  }
}
