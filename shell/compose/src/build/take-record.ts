import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/** Removes one of the bundler's records from the build: it becomes part of the version's record. */
export async function takeRecord(dist: string, name: string): Promise<unknown> {
  const file = path.join(dist, name);
  const record: unknown = JSON.parse(await readFile(file, 'utf8'));
  await rm(file);
  return record;
}
