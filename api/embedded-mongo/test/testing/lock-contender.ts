import { FolderLock } from '../../src/storage/lock.ts';

// A process that reaches for a folder's lock when it is told, at the same moment as others, and says whether it has it.

let lock: FolderLock | undefined;

interface Order {
  readonly dataDir: string;
  /** When to reach, so that all do at once. */
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
