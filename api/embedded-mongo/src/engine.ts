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

/** The database without its protocol: storage, catalog, and the queue through which every change goes. */
export class Engine {
  /** The data; as a view, what commands outside of transactions see. */
  readonly store: Store;
  readonly catalog: Catalog;
  readonly pending: PendingChanges | undefined;
  private queue: Job[] = [];
  private isClosing = false;

  /**
   * @param onCommit called with the documents of each commit (`encodeChanges`), before it is acknowledged; null for nobody takes them, undefined for somebody
   *   may take them later
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

  /**
   * Runs a change and resolves when it is on disk. Everything that arrived since the last commit is committed together,
   * so that many writers share one flush.
   */
  write<T>(task: Pick<WriteTask<T>, 'next'>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // The job gives back what its own task returned, so the value is a T.
      this.enqueue({ task, resolve: (value) => resolve(value as T), reject });
    });
  }

  /** Runs a change that never has to wait for anything. */
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
      // Those that gave way do not go on.
      for (const { task } of jobs) task.return?.(undefined);
    }
    for (const run of after) run();
  }

  /** Runs a job until it ends or gives way; says what to do once the commit is durable. */
  private step(job: Job): () => void {
    const writtenBefore = this.store.written;
    try {
      const { done, value } = job.task.next();
      if (done) return () => job.resolve(value);
      return () => void Promise.resolve(value).then(() => this.enqueue(job));
    } catch (error) {
      // Commands check before they write, so an error of MongoDB's left nothing half done, and any other error only if
      // something had been written; then the commit of all must fail.
      if (error instanceof MongoError || this.store.written === writtenBefore) return () => job.reject(error);
      throw error;
    }
  }

  /** Commits what is waiting, and closes the data file. */
  async close(): Promise<void> {
    this.isClosing = true;
    while (this.queue.length > 0) await new Promise((resolve) => setImmediate(resolve));
    await this.store.close();
  }
}
