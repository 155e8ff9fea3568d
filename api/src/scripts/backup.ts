import { rename } from 'node:fs/promises';
import path from 'node:path';
import { checkBackup } from '../backup/check-backup.ts';
import { BackupError, inWords } from '../backup/manifest.ts';
import { newBackupIn, removeOldBackups } from '../backup/rotation.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { readArguments } from './read-arguments.ts';
import { runCommand } from './run-script.ts';

const usage = `npm run backup -- [--to FOLDER] [--check]

Copies the database that the server's configuration names, also beside the running site.

  --to FOLDER   a new folder (default: one named by the time in BACKUP_DIR, of which BACKUP_KEEP are kept)
  --check       restores the copy elsewhere, compares every collection, and recomputes the ledger and all totals`;

await runCommand(async (config) => {
  const { to, check } = readArguments(usage, { to: 'folder', check: 'flag' });
  const rotated = to === undefined ? config.backups : null;
  const folder = to ?? (rotated ? newBackupIn(rotated.folder) : undefined);
  if (folder === undefined) throw new BackupError(`--to is missing, and BACKUP_DIR is not set.\n\n${usage}`);
  const { source, database, collections } = await writeBackup(config, folder);
  console.log(`Copied ${source}, database ${database}, to ${folder}: ${inWords(collections)}.`);
  if (check) {
    try {
      await checkBackup(config, folder);
    } catch (error) {
      // It is no backup, and must not take the place of one.
      await rename(folder, `${folder}.failed`);
      console.error(`The copy did not stand the check; it lies in ${path.basename(folder)}.failed now.`);
      throw error;
    }
    console.log('Restored it elsewhere: every collection is the same; ledger, totals and search are sound.');
  }
  if (rotated) await removeOldBackups(rotated);
});
