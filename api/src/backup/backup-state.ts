import { second } from '../clock.ts';
import type { BackupState } from '../metrics/metrics.ts';
import type { BackupPlace } from './backup-place.ts';
import type { ChangeLog } from './change-log.ts';
import { checkedFile } from './check-backup.ts';
import { newestBackupAt } from './rotation.ts';

/** Reads how the backups of a place are, for `/metrics`. */
export async function readBackupState(
  place: BackupPlace,
  changeLog: Pick<ChangeLog, 'behindMs'> | null,
): Promise<BackupState> {
  // A place that is away is told by its zeros, and must not silence all other metrics.
  const [newest, checked] = await Promise.all([newestBackupAt(place), place.read(checkedFile)]).catch(
    () => [null, null] as const,
  );
  return {
    newest,
    // True because `checkRandomMoment` writes it so.
    checked: checked && new Date((JSON.parse(String(checked)) as { checkedAt: string }).checkedAt),
    behind: changeLog && changeLog.behindMs() / second,
  };
}
