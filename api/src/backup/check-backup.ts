import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { day } from '../clock.ts';
import type { Config } from '../config.ts';
import { differencesOf } from '../scripts/find-differences.ts';
import { startServices } from '../start-services.ts';
import { openBackupPlace } from './backup-place.ts';
import { LogFault, listSegments } from './log-segments.ts';
import { BackupError, readManifestOf } from './manifest.ts';
import { erasedSince, findMoment } from './read-log.ts';
import { restoreBackup } from './restore-backup.ts';
import { restoreMoment } from './restore-moment.ts';
import { backupsIn } from './rotation.ts';

/** Records the time of the last check of a random moment, and that moment. */
export const checkedFile = 'checked-moment.json';

/**
 * Proves that a backup is usable: restores it into a temporary database (which compares every collection), starts this release on
 * it and recomputes the ledger and all totals.
 *
 * @throws {BackupError} naming what is wrong
 */
export function checkBackup(config: Config, folder: string): Promise<void> {
  return checkRestored(config, folder, `${folder}.check-`, (elsewhere) => restoreBackup(elsewhere, folder));
}

/**
 * Proves that the last day can be restored: reads all its log files, restores a random moment, checks it like a backup and records
 * the check beside the backups.
 *
 * @returns the moment; null while no log covers one
 * @throws {BackupError} naming what is wrong
 */
export async function checkRandomMoment(config: Config, address: string): Promise<Date | null> {
  const place = await openBackupPlace(address);
  const now = Date.now();
  const since = now - day;
  const backups = await backupsIn(place);
  const base = backups.findLast(({ at }) => at.getTime() <= since) ?? backups[0];
  const faults = base ? (await erasedSince(place, await readManifestOf(place, base.name))).faults : [];
  if (faults.length > 0) throw new BackupError(`The log of changes is not whole. ${faults.join(' ')}`);
  const moments = (await listSegments(place)).filter(
    ({ kind, at }) => kind === 'bson' && at.getTime() > since && at.getTime() <= now,
  );
  while (moments.length > 0) {
    const [{ at } = { at: new Date() }] = moments.splice(Math.floor(Math.random() * moments.length), 1);
    // A moment before the first backup or inside a gap cannot be restored: try another one.
    const isThere = await findMoment(place, at).catch((error: unknown) => {
      if (error instanceof BackupError && !(error instanceof LogFault)) return null;
      throw error;
    });
    if (!isThere) continue;
    await checkRestored(
      config,
      `The state of ${at.toISOString()}`,
      path.join(tmpdir(), 'frens-check-'),
      (elsewhere) => restoreMoment(elsewhere, address, at),
    );
    await place.write(checkedFile, Buffer.from(JSON.stringify({ checkedAt: new Date(), moment: at })));
    return at;
  }
  return null;
}

async function checkRestored(
  config: Config,
  what: string,
  prefix: string,
  restore: (elsewhere: Config) => Promise<unknown>,
): Promise<void> {
  const place = await mkdtemp(prefix);
  try {
    const elsewhere: Config = {
      ...config,
      mongodbUri: null,
      dataDir: place,
      seedDemo: false,
      logLevel: 'silent',
    };
    await restore(elsewhere);
    const { services, close } = await startServices(elsewhere);
    const differences: string[] = [];
    try {
      for await (const difference of differencesOf(services)) differences.push(difference);
    } finally {
      await close();
    }
    if (differences.length > 0) {
      throw new BackupError(
        `${what} was restored, but its data is not sound: ${differences.length} differences.\n${differences.slice(0, 20).join('\n')}`,
      );
    }
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
