import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { hour, minute } from '../clock.ts';
import type { BackupPlan } from '../config.ts';
import { rootDir } from '../environment.ts';
import { openBackupPlace } from './backup-place.ts';
import { newestBackupAt } from './rotation.ts';

const command = path.join(rootDir, 'api/dist/backup.js');
const checkEvery = minute;
/** Exponential backoff after failures, because a failing backup costs as much as a successful one. */
const backoff = { first: minute, longest: hour };

/**
 * Schedules checked backups, as `npm run backup -- --check` makes them. They run in a child process, so that requests do not wait
 * for them. Returns a function that stops the schedule.
 *
 * @param isDue whether a backup is due before the interval ends
 */
export function scheduleBackups(
  plan: BackupPlan,
  log: Logger,
  isDue: () => Promise<boolean> = async () => false,
): () => void {
  const stop = new AbortController();
  let running = false;
  let notBefore = 0;
  let pause = backoff.first;

  async function backUpIfDue(): Promise<void> {
    if (running || Date.now() < notBefore) return;
    running = true;
    try {
      const newest = await newestBackupAt(await openBackupPlace(plan.address));
      if (newest && Date.now() - newest.getTime() < plan.every && !(await isDue())) return;
      const { stdout } = await promisify(execFile)(process.execPath, [command, '--check'], {
        cwd: rootDir,
        signal: stop.signal,
        // A backup that outlasts its interval hangs, or would never catch up.
        timeout: plan.every,
        killSignal: 'SIGKILL',
      });
      log.info({ backup: stdout.trim() }, 'A backup was made and checked.');
      pause = backoff.first;
    } catch (error) {
      notBefore = Date.now() + pause;
      pause = Math.min(2 * pause, backoff.longest);
      if (!stop.signal.aborted) log.error({ err: error, backup: outputOf(error, plan) }, 'A backup failed.');
    } finally {
      running = false;
    }
  }

  const timer = setInterval(() => void backUpIfDue(), checkEvery);
  void backUpIfDue();
  return () => {
    clearInterval(timer);
    stop.abort();
  };
}

/** What the command printed before it failed, or that it timed out. */
function outputOf(error: unknown, { every }: BackupPlan): string {
  if (!(error instanceof Error)) return '';
  if ('killed' in error && error.killed === true) return `It did not end within ${every / hour} hours.`;
  return 'stderr' in error ? String(error.stderr).trim() : '';
}
