import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isBucket } from '@frens/compose/store';
import { day } from '../clock.ts';
import type { BackupPlan } from '../config.ts';
import { type BackupPlace, openBackupPlace } from './backup-place.ts';

/** Names by the time, in an order that is that of time: `2026-11-22T03-15-00Z`. */
const nameOfBackup = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/;
/** What a backup that was killed leaves. */
const remains = /\.(partial|check)-\w+$/;

/** A backup by its name, and when it was begun. */
export interface NamedBackup {
  name: string;
  at: Date;
}

export const newBackupName = (now = new Date()): string =>
  `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** When the newest backup was begun, or null. */
export async function newestBackupAt(place: BackupPlace): Promise<Date | null> {
  return (await backupsIn(place)).at(-1)?.at ?? null;
}

/** Removes all backups but the newest, and what killed ones left more than a day ago; nothing else is touched. */
export async function removeOldBackups({ address, keep }: BackupPlan): Promise<void> {
  const place = await openBackupPlace(address);
  const old = (await backupsIn(place)).slice(0, -keep).map(({ name }) => name);
  for (const name of isBucket(address) ? [] : await readdir(address)) {
    if (!remains.test(name)) continue;
    if (Date.now() - (await stat(path.join(address, name))).mtimeMs > day) old.push(name);
  }
  for (const name of old) await place.remove(name);
}

/** All backups, the oldest first. */
export async function backupsIn(place: BackupPlace): Promise<NamedBackup[]> {
  return (await place.list('')).flatMap((name) => {
    const [, date, hours, minutes, seconds] = nameOfBackup.exec(name) ?? [];
    return date === undefined ? [] : [{ name, at: new Date(`${date}T${hours}:${minutes}:${seconds}Z`) }];
  });
}
