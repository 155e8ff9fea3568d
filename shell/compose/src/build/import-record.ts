import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/** Takes one of the bundler's records out of the build; it belongs to the version's record, not to its files. */
export async function takeRecord(dist: string, name: string): Promise<unknown> {
  const file = path.join(dist, name);
  const record: unknown = JSON.parse(await readFile(file, 'utf8'));
  await rm(file);
  return record;
}
