import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parseLine, readLines } from './lines.ts';
import { BackupError, type CollectionBackup, fileOf, type Manifest, readManifest } from './manifest.ts';

/**
 * Verifies all files of a backup before they are used.
 *
 * @throws {BackupError} naming the damaged file and line
 */
export async function checkFiles(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const collection of manifest.collections) await checkFile(folder, collection);
  return manifest;
}

async function checkFile(folder: string, collection: CollectionBackup): Promise<void> {
  const file = fileOf(folder, collection);
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch (cause) {
    throw new BackupError(`${file} cannot be read.`, { cause });
  }
  if (hash.digest('hex') === collection.sha256) return;
  throw new BackupError(`${await findFault(file, collection)} Nothing was changed; use another backup.`);
}

/** How a file differs from its manifest, as a sentence. */
async function findFault(file: string, { documents }: CollectionBackup): Promise<string> {
  let count = 0;
  for await (const line of readLines(file)) {
    count += 1;
    try {
      if (!('_id' in parseLine(line))) return `${file}, line ${count}: a document without _id.`;
    } catch (error) {
      return `${file}, line ${count}: ${error instanceof Error ? error.message : String(error)}.`;
    }
  }
  if (count !== documents) return `${file} ends at line ${count}; ${documents} documents were written.`;
  return `${file} was changed after it was written: its sha256 is another one.`;
}
