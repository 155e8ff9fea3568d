import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBackupPlace } from '../backup/backup-place.ts';
import { checkBackup, checkRandomMoment } from '../backup/check-backup.ts';
import { listSegments } from '../backup/log-segments.ts';
import { BackupError, contentSummary, manifestFile } from '../backup/manifest.ts';
import { newBackupName, removeOldBackups } from '../backup/rotation.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { isBucket } from '../is-bucket.ts';
import { readArguments } from './read-arguments.ts';
import { runCommand } from './run-script.ts';

const usage = `npm run backup -- [--to FOLDER] [--check]

Copies the database that the server's configuration names, also beside the running site.

  --to FOLDER   a new folder (default: one named by the time in BACKUP_DIR, of which BACKUP_KEEP are kept)
  --check       restores the copy elsewhere, compares every collection, and recomputes the ledger and all totals; in BACKUP_DIR,
                then does so with a random moment of the last day, by the log of changes`;

await runCommand(async (config) => {
  const { to, check } = readArguments(usage, { to: 'folder', check: 'flag' });
  const rotated = to === undefined ? config.backups : null;
  if (to === undefined && !rotated)
    throw new BackupError(`--to is missing, and BACKUP_DIR is not set.\n\n${usage}`);
  const place = rotated && (await openBackupPlace(rotated.address));
  const name = newBackupName();
  // A bucket's backup is made and checked locally first.
  const local =
    rotated && isBucket(rotated.address) ? await mkdtemp(path.join(tmpdir(), 'frens-backup-')) : null;
  const folder = to ?? path.join(local ?? rotated?.address ?? '', name);
  try {
    // Read before the copy: the backup may then contain later changes, but misses none.
    const logSequence = place ? ((await listSegments(place)).at(-1)?.sequence ?? 0) : undefined;
    const { source, database, collections } = await writeBackup(config, folder, logSequence);
    console.log(`Copied ${source}, database ${database}, to ${folder}: ${contentSummary(collections)}.`);
    if (check) {
      try {
        await checkBackup(config, folder);
      } catch (error) {
        // A failed copy must not count as a backup.
        await rename(folder, `${folder}.failed`);
        console.error(`The copy did not stand the check; it lies in ${path.basename(folder)}.failed now.`);
        throw error;
      }
      console.log(
        'Restored it elsewhere: every collection is the same; ledger, totals and search are sound.',
      );
    }
    if (local && place) await upload(place, folder, name);
  } finally {
    if (local) await rm(local, { recursive: true, force: true });
  }
  if (!rotated) return;
  await removeOldBackups(rotated);
  const moment = check ? await checkRandomMoment(config, rotated.address) : null;
  if (moment) console.log(`Restored the state of ${moment.toISOString()} elsewhere, too: it is sound.`);
});

/** Uploads the manifest last, because a backup without it does not count. */
async function upload(
  place: Awaited<ReturnType<typeof openBackupPlace>>,
  folder: string,
  name: string,
): Promise<void> {
  const files = await (await openBackupPlace(folder)).filesIn('');
  for (const file of [...files.filter((one) => one !== manifestFile), manifestFile])
    await place.write(`${name}/${file}`, await readFile(path.join(folder, file)));
}
