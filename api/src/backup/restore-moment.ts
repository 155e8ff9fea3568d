import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Config } from '../config.ts';
import { isBucket } from '../is-bucket.ts';
import { type BackupPlace, openBackupPlace } from './backup-place.ts';
import { BackupError, type Manifest, manifestFile } from './manifest.ts';
import { type Erasures, erasedSince, findMoment, type Moment } from './read-log.ts';
import { containsData, restoreBackup } from './restore-backup.ts';
import { backupsIn } from './rotation.ts';

/** The result of a restore. */
export interface Restored extends Erasures, Pick<Moment, 'gap'> {
  manifest: Manifest;
  /** The restored moment. */
  at: Date;
}

/**
 * Restores the state of a moment into the configured database, which must be empty and not in use.
 *
 * @param address one backup, or the place of backups and their change log
 * @param at null: the newest moment
 */
export async function restoreMoment(config: Config, address: string, at: Date | null): Promise<Restored> {
  if (at && at > new Date())
    throw new BackupError(
      `The moment ${at.toISOString()} has not come yet. Leave --at out to restore the newest state.`,
    );
  if (!isBucket(address) && existsSync(path.join(address, manifestFile))) {
    if (at)
      throw new BackupError(
        `${address} is one backup. Name the folder around it, where the log of changes is.`,
      );
    const manifest = await restoreBackup(config, address);
    const erasures = await erasedSince(await openBackupPlace(path.dirname(address)), manifest);
    return { manifest, at: new Date(manifest.createdAt), gap: null, ...erasures };
  }
  const place = await openBackupPlace(address);
  if ((await backupsIn(place)).length === 0)
    throw new BackupError(
      `There is no backup in ${address}: neither ${manifestFile} nor a folder that is named by its time.`,
    );
  const { backup, changes, ...moment } = await findMoment(place, at);
  const manifest = await withBackup(address, place, backup, (folder) =>
    restoreBackup(config, folder, changes),
  );
  return { manifest, ...moment };
}

/**
 * Restores the configured backup, or the newest moment of a place, into the configured database if that is empty.
 *
 * @returns null without a configured backup, or when the database contains data
 */
export async function restoreIntoEmpty(config: Config): Promise<Restored | null> {
  if (config.restoreFrom === null || (await containsData(config))) return null;
  return restoreMoment(config, config.restoreFrom, null);
}

/** Downloads a backup from its place, for as long as it is used. */
async function withBackup<Result>(
  address: string,
  place: BackupPlace,
  name: string,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  if (!isBucket(address)) return use(path.join(address, name));
  const folder = await mkdtemp(path.join(tmpdir(), 'frens-restore-'));
  try {
    for (const file of await place.filesIn(name)) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), (await place.read(`${name}/${file}`)) ?? '', { mode: 0o600 });
    }
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
