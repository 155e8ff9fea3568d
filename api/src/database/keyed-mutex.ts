import { aside } from '../request-context.ts';

/** Runs work under keys: whoever shares a key with somebody runs after them, in the order of arrival. */
export interface KeyedMutex {
  /**
   * Waits until everybody before who named one of the keys is done, then works, told whether somebody was before. Who
   * gives up by the signal loses their turn and never works.
   */
  runExclusive<Result>(
    keys: readonly string[],
    work: (hasWaited: boolean) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
}

/**
 * Everybody takes their place for all their keys in one step, so each waits only for those who came before, and no two
 * can wait for each other.
 */
export function createKeyedMutex(): KeyedMutex {
  /** For each key, when the last one in its line is done. */
  const tails = new Map<string, Promise<void>>();
  return {
    async runExclusive(keys, work, signal) {
      const ahead = keys.flatMap((key) => tails.get(key) ?? []);
      const before = Promise.all(ahead);
      let leave = (): void => undefined;
      const done = new Promise<void>((resolve) => {
        leave = resolve;
      });
      for (const key of keys) tails.set(key, done);
      void done.then(() => {
        for (const key of keys) if (tails.get(key) === done) tails.delete(key);
      });
      try {
        if (ahead.length > 0) await aside(unlessAborted(before, signal));
        else signal?.throwIfAborted();
        return await work(ahead.length > 0);
      } finally {
        // Whoever gave up still stands between those before and those behind.
        void before.then(leave);
      }
    },
  };
}

async function unlessAborted(turn: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) {
    await turn;
    return;
  }
  signal.throwIfAborted();
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error); // whoever aborts gives an error
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    await Promise.race([turn, aborted]);
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
