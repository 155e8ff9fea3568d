import { FolderLock } from '../../src/storage/lock.ts';

// A process that tries to lock a folder on command, at the same moment as others, and reports the result.

let lock: FolderLock | undefined;

interface Order {
  readonly dataDir: string;
  /** When to try, so that all do at once. */
  readonly at: number;
}

process.on('message', (order: Order | 'release') => {
  if (order === 'release') {
    lock?.release();
    lock = undefined;
    process.send?.('released');
    return;
  }
  while (Date.now() < order.at);
  try {
    lock = new FolderLock(order.dataDir, 0);
    process.send?.('held');
  } catch (error) {
    process.send?.(
      error instanceof Error && error.message.includes('already in use') ? 'refused' : String(error),
    );
  }
});
