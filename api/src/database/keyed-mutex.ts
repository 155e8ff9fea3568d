import { aside } from '../request-context.ts';

/** A mutex with several keys: work that shares a key runs sequentially, in order of arrival. */
export interface KeyedMutex {
  /**
   * Waits for all earlier work that shares a key, then runs the work and passes whether it had to wait. Work that the signal aborts
   * while waiting never runs.
   */
  runExclusive<Result>(
    keys: readonly string[],
    work: (hasWaited: boolean) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
}

/** Work enters the queues of all its keys at once, so it waits only for earlier work: no deadlock. */
export function createKeyedMutex(): KeyedMutex {
  /** The promise of the last work in each key's queue. */
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
        // Aborted work keeps its place in the queue, so that later work still waits for earlier work.
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
    stop = () => reject(signal.reason as Error); // every abort here has an Error as its reason
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    await Promise.race([turn, aborted]);
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
