import { mkdtemp, rm } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { differencesOf } from '../scripts/find-differences.ts';
import { startServices } from '../start-services.ts';
import { BackupError } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';

/**
 * Shows that a backup can be used: restores it into a database made for that, which compares every collection, starts
 * this release on it and recomputes the ledger and all totals.
 *
 * @throws {BackupError} naming what is wrong
 */
export async function checkBackup(config: Config, folder: string): Promise<void> {
  const place = await mkdtemp(`${folder}.check-`);
  try {
    const elsewhere: Config = {
      ...config,
      mongodbUri: null,
      dataDir: place,
      seedDemo: false,
      logLevel: 'silent',
    };
    await restoreBackup(elsewhere, folder);
    const { services, close } = await startServices(elsewhere);
    const differences: string[] = [];
    try {
      for await (const difference of differencesOf(services)) differences.push(difference);
    } finally {
      await close();
    }
    if (differences.length > 0) {
      throw new BackupError(
        `${folder} was restored, but its data is not sound: ${differences.length} differences.\n${differences.slice(0, 20).join('\n')}`,
      );
    }
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
