import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Refusal } from './refusal.ts';
import type { SiteStore } from './store/site-store.ts';

const lockFile = 'prune.lock';
/** How long a program that was interrupted keeps others out, in milliseconds. */
const lockMs = 60_000;
/** How often to look whether the lock is free, in milliseconds. */
const lookEveryMs = 100;

/**
 * Keeps other prunes out, which would take the shared files of versions that are set aside for needed by none, and the first step of an
 * environment, which would come behind the last look of a prune.
 *
 * @param patience how long to wait for it, in milliseconds; an interrupted program's lock ends after a minute
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
        'Another prune is running or an environment begins, or was interrupted just now: try again in a minute.',
      );
    await setTimeout(lookEveryMs);
  }
  const renewal = setInterval(() => void files.renew(lockFile).catch(() => false), lockMs / 6);
  renewal.unref();
  const isHeld = async () => (await files.read(lockFile))?.toString() === owner;
  return {
    /** @throws Refusal when this process was stopped for so long that another has the lock */
    async assertHeld(): Promise<void> {
      if (!(await isHeld()))
        throw new Refusal('moved', 'This took too long, and another began meanwhile: try again.');
    },
    async unlock(): Promise<void> {
      clearInterval(renewal);
      if (await isHeld()) await files.remove(lockFile);
    },
  };
}
