import { MongoError } from './errors.ts';
import { Catalog } from './storage/catalog.ts';
import { Records } from './storage/records.ts';
import { Store, type StoreOptions } from './storage/store.ts';
import { ConflictTable, LatestView, LockedError } from './storage/view.ts';

/** A write: runs inside a commit, and may give way, either to wait for a promise or just to let others write. */
export type WriteTask<T> = Generator<Promise<void> | undefined, T>;

interface Job {
  readonly task: Pick<WriteTask<unknown>, 'next'>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The database without its protocol: storage, catalog, and the queue through which every change goes. */
export class Engine {
  readonly store: Store;
  readonly catalog: Catalog;
  readonly conflicts = new ConflictTable();
  readonly latest: LatestView;
  readonly records: Records;
  private queue: Job[] = [];
  private scheduled = false;

  constructor(dataDir: string, options: StoreOptions = {}) {
    this.store = new Store(dataDir, options);
    this.catalog = new Catalog(this.store);
    this.latest = new LatestView(this.store, this.conflicts);
    this.records = new Records(this.catalog);
  }

  /**
   * Runs a change and resolves when it is on disk. Everything that arrived since the last commit is committed together,
   * so that many writers share one flush.
   */
  write<T>(makeTask: () => WriteTask<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // The job gives back what its own task returned, so the value is a T.
      this.enqueue({ task: makeTask(), resolve: (value) => resolve(value as T), reject });
    });
  }

  /** Runs a change that never has to wait for anything. */
  change<T>(run: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // The task is done at its first step and gives a T.
      const task = { next: () => ({ done: true as const, value: run() }) };
      this.enqueue({ task, resolve: (value) => resolve(value as T), reject });
    });
  }

  private enqueue(job: Job): void {
    this.queue.push(job);
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => this.commitQueue());
  }

  private commitQueue(): void {
    this.scheduled = false;
    const jobs = this.queue;
    this.queue = [];
    const after: (() => void)[] = [];
    try {
      this.store.commit(() => {
        for (const job of jobs) after.push(this.step(job));
        this.catalog.saveShapes();
      });
      this.conflicts.finishCommit();
    } catch (error) {
      this.catalog.reload();
      for (const job of jobs) job.reject(error);
      return;
    }
    for (const run of after) run();
  }

  /** Runs a job until it ends or gives way; says what to do once the commit is durable. */
  private step(job: Job): () => void {
    const writesBefore = this.latest.writes;
    try {
      const result = job.task.next();
      if (result.done) return () => job.resolve(result.value);
      const { value: wait } = result;
      return () => void (wait ?? Promise.resolve()).then(() => this.enqueue(job));
    } catch (error) {
      // Commands check before they write, so an error of MongoDB's left nothing half done, and any other error only if
      // something had been written; then the commit of all must fail.
      if (error instanceof MongoError || this.latest.writes === writesBefore) return () => job.reject(error);
      throw error;
    }
  }

  async close(): Promise<void> {
    while (this.scheduled) await new Promise((resolve) => setImmediate(resolve));
    await this.store.close();
  }
}

/** Repeats an action that met a document locked by a transaction, once that transaction has ended. */
export function* whenUnlocked<T>(action: () => T): WriteTask<T> {
  for (;;) {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof LockedError)) throw error;
      yield error.released;
    }
  }
}
