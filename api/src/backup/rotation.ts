import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { day } from '../clock.ts';
import type { BackupPlan } from '../config.ts';
import { isBucket } from '../is-bucket.ts';
import { type BackupPlace, openBackupPlace } from './backup-place.ts';

/** Backup names are timestamps that sort by time: `2026-11-22T03-15-00Z`. */
const nameOfBackup = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/;
/** Temporary folders left by killed backups. */
const leftovers = /\.(partial|check)-\w+$/;

/** A backup's name and start time. */
export interface NamedBackup {
  name: string;
  at: Date;
}

export const newBackupName = (now = new Date()): string =>
  `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** The newest backup's start time, or null. */
export async function newestBackupAt(place: BackupPlace): Promise<Date | null> {
  return (await backupsIn(place)).at(-1)?.at ?? null;
}

/** Removes all but the newest backups, and temporary folders older than a day; touches nothing else. */
export async function removeOldBackups({ address, keep }: BackupPlan): Promise<void> {
  const place = await openBackupPlace(address);
  const old = (await backupsIn(place)).slice(0, -keep).map(({ name }) => name);
  for (const name of isBucket(address) ? [] : await readdir(address)) {
    if (!leftovers.test(name)) continue;
    if (Date.now() - (await stat(path.join(address, name))).mtimeMs > day) old.push(name);
  }
  for (const name of old) await place.remove(name);
}

/** Lists all backups, oldest first. */
export async function backupsIn(place: BackupPlace): Promise<NamedBackup[]> {
  return (await place.list('')).flatMap((name) => {
    const [, date, hours, minutes, seconds] = nameOfBackup.exec(name) ?? [];
    return date === undefined ? [] : [{ name, at: new Date(`${date}T${hours}:${minutes}:${seconds}Z`) }];
  });
}
