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
const lookEvery = minute;
/** What has failed is tried again after a minute, then after twice as long each time: it costs as much as what succeeds. */
const pauses = { first: minute, longest: hour };

/**
 * Makes a checked backup whenever the newest one is old enough, as `npm run backup -- --check` does: in a process of its
 * own, so that requests do not wait for it. Returns what ends it.
 *
 * @param isDue whether one is due earlier
 */
export function scheduleBackups(
  plan: BackupPlan,
  log: Logger,
  isDue: () => Promise<boolean> = async () => false,
): () => void {
  const ending = new AbortController();
  let running = false;
  let notBefore = 0;
  let pause = pauses.first;

  async function look(): Promise<void> {
    if (running || Date.now() < notBefore) return;
    running = true;
    try {
      const newest = await newestBackupAt(await openBackupPlace(plan.address));
      if (newest && Date.now() - newest.getTime() < plan.every && !(await isDue())) return;
      const { stdout } = await promisify(execFile)(process.execPath, [command, '--check'], {
        cwd: rootDir,
        signal: ending.signal,
        // One that is not through when the next is due hangs, or never catches up.
        timeout: plan.every,
        killSignal: 'SIGKILL',
      });
      log.info({ backup: stdout.trim() }, 'A backup was made and checked.');
      pause = pauses.first;
    } catch (error) {
      notBefore = Date.now() + pause;
      pause = Math.min(2 * pause, pauses.longest);
      if (!ending.signal.aborted) log.error({ err: error, backup: saidBy(error, plan) }, 'A backup failed.');
    } finally {
      running = false;
    }
  }

  const timer = setInterval(() => void look(), lookEvery);
  void look();
  return () => {
    clearInterval(timer);
    ending.abort();
  };
}

/** What the command printed before it failed, or that it did not end. */
function saidBy(error: unknown, { every }: BackupPlan): string {
  if (!(error instanceof Error)) return '';
  if ('killed' in error && error.killed === true) return `It did not end within ${every / hour} hours.`;
  return 'stderr' in error ? String(error.stderr).trim() : '';
}
