import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { day } from '../clock.ts';
import type { BackupPlan } from '../config.ts';

/** Names by the time, in an order that is that of time: `2026-11-22T03-15-00Z`. */
const nameOfBackup = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/;
/** What a backup that was killed leaves. */
const remains = /\.(partial|check)-\w+$/;

export function newBackupIn(folder: string, now = new Date()): string {
  return path.join(folder, `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`);
}

/** When the newest backup was begun, or null. */
export async function newestBackupAt(folder: string): Promise<Date | null> {
  const [, date, hours, minutes, seconds] = nameOfBackup.exec((await backupsIn(folder)).at(-1) ?? '') ?? [];
  return date === undefined ? null : new Date(`${date}T${hours}:${minutes}:${seconds}Z`);
}

/** Removes all backups but the newest, and what killed ones left more than a day ago; nothing else is touched. */
export async function removeOldBackups({ folder, keep }: BackupPlan): Promise<void> {
  const old = (await backupsIn(folder)).slice(0, -keep);
  for (const name of await readdir(folder)) {
    if (!remains.test(name)) continue;
    if (Date.now() - (await stat(path.join(folder, name))).mtimeMs > day) old.push(name);
  }
  for (const name of old) await rm(path.join(folder, name), { recursive: true, force: true });
}

async function backupsIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => nameOfBackup.test(name)).sort();
  } catch (error) {
    // True because reading a folder throws system errors only.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
