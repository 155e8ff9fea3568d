import { second } from '../clock.ts';
import type { BackupState } from '../metrics/metrics.ts';
import type { BackupPlace } from './backup-place.ts';
import type { ChangeLog } from './change-log.ts';
import { checkedFile } from './check-backup.ts';
import { newestBackupAt } from './rotation.ts';

/** Reads the state of a place's backups, for `/metrics`. */
export async function readBackupState(
  place: BackupPlace,
  changeLog: Pick<ChangeLog, 'behindMs'> | null,
): Promise<BackupState> {
  // An unreachable place reports nulls, so that it does not suppress all other metrics.
  const [newest, checked] = await Promise.all([newestBackupAt(place), place.read(checkedFile)]).catch(
    () => [null, null] as const,
  );
  return {
    newest,
    // Safe: `checkRandomMoment` writes this file.
    checked: checked && new Date((JSON.parse(String(checked)) as { checkedAt: string }).checkedAt),
    behind: changeLog && changeLog.behindMs() / second,
  };
}
