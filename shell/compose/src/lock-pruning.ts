import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Refusal } from './refusal.ts';
import type { SiteStore } from './store/site-store.ts';

const lockFile = 'prune.lock';
/** Expiry of an interrupted process's lock, in milliseconds. */
const lockMs = 60_000;
/** Polling interval for the lock, in milliseconds. */
const lookEveryMs = 100;

/**
 * Acquires the lock that excludes other prunes, which would remove shared files of versions that are set aside, and the first step of an
 * environment, which a prune would miss.
 *
 * @param patience how long to wait for it, in milliseconds; the lock of an interrupted process expires after a minute
 * @throws Refusal when it stays locked
 */
export async function lockPruning({ files }: SiteStore, patience = 0, now = Date.now()) {
  const owner = randomUUID();
  for (let waited = 0; ; waited += lookEveryMs) {
    const began = await files.writtenAt(lockFile);
    if (began !== null && now + waited - began > lockMs) await files.remove(lockFile);
    if (await files.create(lockFile, owner)) break;
    if (waited >= patience)
      throw new Refusal(
        'moved',
        'Another prune is running, or an environment is being created: try again in a minute.',
      );
    await setTimeout(lookEveryMs);
  }
  const renewal = setInterval(() => void files.renew(lockFile).catch(() => false), lockMs / 6);
  renewal.unref();
  const isHeld = async () => (await files.read(lockFile))?.toString() === owner;
  return {
    /** @throws Refusal when the lock has expired and another process holds it */
    async assertHeld(): Promise<void> {
      if (!(await isHeld()))
        throw new Refusal('moved', 'This took too long, and another process has the lock: try again.');
    },
    async unlock(): Promise<void> {
      clearInterval(renewal);
      if (await isHeld()) await files.remove(lockFile);
    },
  };
}
