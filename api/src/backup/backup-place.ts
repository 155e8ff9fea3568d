import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { bucketOf, Folder } from '@frens/compose/store';
import { isBucket } from '../is-bucket.ts';

/** A folder or bucket that holds backups and the change log. Names separate folders with slashes. */
export interface BackupPlace {
  /** Lists a folder's direct entries, sorted; empty for a missing folder. */
  list(folder: string): Promise<string[]>;
  /** Lists all files below a folder, by their paths relative to it. */
  filesIn(folder: string): Promise<string[]>;
  /** Reads a file; null when it is missing. */
  read(file: string): Promise<Buffer | null>;
  /** Writes a file atomically. */
  write(file: string, content: Uint8Array): Promise<void>;
  /** Removes a file, or a folder with its content. */
  remove(name: string): Promise<void>;
}

/** @param address a folder, or `s3://BUCKET/PREFIX` */
export async function openBackupPlace(address: string): Promise<BackupPlace> {
  if (!isBucket(address)) return folderPlace(address);
  const bucket = await bucketOf(address);
  return {
    list: (folder) => bucket.list(folder),
    filesIn: (folder) => bucket.filesIn(folder),
    read: (file) => bucket.read(file),
    write: (file, content) => bucket.mend(file, Buffer.from(content)),
    remove: (name) => bucket.remove(name),
  };
}

function folderPlace(address: string): BackupPlace {
  const folder = new Folder(address);
  const at = (name: string) => path.join(address, name);
  return {
    list: (name) => folder.list(name),
    filesIn: (name) => folder.filesIn(name),
    read: (file) => folder.read(file),
    // Only this account may read backups, unlike published files.
    async write(file, content) {
      await mkdir(path.dirname(at(file)), { recursive: true, mode: 0o700 });
      const partial = `${at(file)}.partial`;
      const handle = await open(partial, 'w', 0o600);
      try {
        await handle.writeFile(content);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(partial, at(file));
    },
    remove: (name) => rm(at(name), { recursive: true, force: true }),
  };
}
