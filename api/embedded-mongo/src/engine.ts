import { MongoError } from './errors.ts';
import { Catalog } from './storage/catalog.ts';
import { PendingChanges } from './storage/changes.ts';
import { Store } from './storage/store.ts';
import type { WriteTask } from './storage/view.ts';

interface Job {
  readonly task: Pick<WriteTask<unknown>, 'next'> & Partial<WriteTask<unknown>>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The database without its protocol: storage, catalog, and the queue of all writes. */
export class Engine {
  /** The data; as a view it shows what commands outside transactions see. */
  readonly store: Store;
  readonly catalog: Catalog;
  readonly pending: PendingChanges | undefined;
  private queue: Job[] = [];
  private isClosing = false;

  /**
   * @param onCommit receives each commit's documents (`encodeChanges`) before the commit is acknowledged; null: nobody takes them;
   *   undefined: they may be taken later
   */
  constructor(
    dataDir: string,
    flush?: boolean,
    onCommit?: ((changes: Uint8Array<ArrayBuffer>) => void) | null,
  ) {
    this.store = new Store(dataDir, flush);
    this.catalog = new Catalog(this.store);
    const isWanted = onCommit === undefined ? undefined : onCommit !== null;
    this.pending = PendingChanges.open(this.store, this.catalog, isWanted);
    this.store.notes = this.pending;
    this.store.onCommit = onCommit ?? undefined;
  }

  /** Runs a write and resolves when it is on disk. Group commit: all writes since the last commit share one flush. */
  write<T>(task: Pick<WriteTask<T>, 'next'>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // Safe: the job resolves with its own task's result.
      this.enqueue({ task, resolve: (value) => resolve(value as T), reject });
    });
  }

  /** Runs a write that never waits. */
  change<T>(run: () => T): Promise<T> {
    return this.write({ next: () => ({ done: true, value: run() }) });
  }

  private enqueue(job: Job): void {
    if (this.isClosing) job.reject(new MongoError(11600, 'The server is shutting down.'));
    else if (this.queue.push(job) === 1) setImmediate(() => this.commitQueue());
  }

  private commitQueue(): void {
    const jobs = this.queue;
    this.queue = [];
    let after: (() => void)[];
    try {
      after = this.store.commit(() => {
        const steps = jobs.map((job) => this.step(job));
        this.catalog.saveShapes();
        return steps;
      });
    } catch (error) {
      this.catalog.reload();
      after = jobs.map((job) => () => job.reject(error));
      // Ends suspended tasks.
      for (const { task } of jobs) task.return?.(undefined);
    }
    for (const run of after) run();
  }

  /** Runs a job until it ends or yields; returns what to do after the commit is durable. */
  private step(job: Job): () => void {
    const writtenBefore = this.store.written;
    try {
      const { done, value } = job.task.next();
      if (done) return () => job.resolve(value);
      return () => void Promise.resolve(value).then(() => this.enqueue(job));
    } catch (error) {
      // Commands check before they write, so after a MongoError nothing is half done. After any other error the whole commit must fail
      // if something was written.
      if (error instanceof MongoError || this.store.written === writtenBefore) return () => job.reject(error);
      throw error;
    }
  }

  /** Commits queued writes and closes the data file. */
  async close(): Promise<void> {
    this.isClosing = true;
    while (this.queue.length > 0) await new Promise((resolve) => setImmediate(resolve));
    await this.store.close();
  }
}
