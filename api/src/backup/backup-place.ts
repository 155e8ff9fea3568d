import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { bucketOf, Folder, isBucket } from '@frens/compose/store';

/** Where backups and the log of changes lie. Names have slashes between folders. */
export interface BackupPlace {
  /** What is directly in a folder, sorted; nothing where there is no folder. */
  list(folder: string): Promise<string[]>;
  /** All files below a folder, by their names in it. */
  filesIn(folder: string): Promise<string[]>;
  /** Null where there is none. */
  read(file: string): Promise<Buffer | null>;
  /** Writes a file, whole or not at all. */
  write(file: string, content: Uint8Array): Promise<void>;
  /** Removes a file, or a folder with all that is in it. */
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
    // For this account alone, unlike what is published.
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
