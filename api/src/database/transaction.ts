import type { AsyncLocalStorage } from 'node:async_hooks';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { second } from '../clock.ts';
import { unavailable } from '../errors.ts';
import { aside, requestContext } from '../request-context.ts';
import { isDuplicateKey } from './database-errors.ts';
import { createKeyedMutex } from './keyed-mutex.ts';
import { type Announcement, createWriteQueue } from './write-queue.ts';

/** How long a conflicting transaction is retried (D35). */
const defaultPatience = 10 * second;
/** The longest wait for a database that is away (D54). */
export const externalTimeoutMs = 1.6 * second;
/** A key still taken in a later snapshot is a real duplicate, not a race condition. */
const duplicateTries = 3;
const longestPause = 250;
/** After this many retries a transaction announces itself to the other processes. */
const triesBeforeAsking = 3;
/** After that it competes only with others that announced themselves. */
const shortPause = 40;

mongoose.set('transactionAsyncLocalStorage', true);

export interface TransactionOptions {
  /**
   * Keys of what the work writes. In this process, transactions that share a key queue up instead of conflicting; across
   * processes, starving ones announce themselves.
   */
  lockKeys?: readonly string[];
  /** Aborts the wait; by default the request's signal. */
  signal?: AbortSignal;
}

/**
 * Runs work in one snapshot transaction and retries it with jitter after conflicts. Every operation of a model joins the ambient
 * transaction (docs/decisions/0042). The work must be repeatable.
 */
export type RunTransaction = <Result>(
  work: () => Promise<Result>,
  options?: TransactionOptions,
) => Promise<Result>;

export function createTransactions(
  connection: Connection,
  conflictPatience = defaultPatience,
): RunTransaction {
  const mutex = createKeyedMutex();
  const waitingWriters = createWriteQueue(connection);
  return async (work, { lockKeys = [], signal = requestContext()?.signal } = {}) => {
    if (ambient().getStore()?.session) throw new Error('A transaction cannot be begun inside another one.');
    return mutex.runExclusive(
      lockKeys,
      async (hasWaited) => {
        // Back to back, a queue would leave other processes no moment to start.
        if (hasWaited) await aside(waitingWriters.letIn(lockKeys));
        return repeat(work, lockKeys, signal);
      },
      signal,
    );
  };

  async function repeat<Result>(
    work: () => Promise<Result>,
    lockKeys: readonly string[],
    signal?: AbortSignal,
  ): Promise<Result> {
    const startedAt = Date.now();
    let duplicates = 0;
    let announcement: Announcement | undefined;
    try {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await runOnce(connection, work);
        } catch (error) {
          if (isDuplicateKey(error)) duplicates += 1;
          const isTransient = isDuplicateKey(error)
            ? duplicates < duplicateTries
            : hasLabel(error, 'TransientTransactionError');
          if (!isTransient) throw error;
          const waited = Date.now() - startedAt;
          if (error instanceof mongoose.mongo.MongoNetworkError && waited > externalTimeoutMs) throw error;
          if (waited > conflictPatience) throw unavailable(error, 1);
          signal?.throwIfAborted();
        }
        if (attempt === triesBeforeAsking && lockKeys.length > 0) {
          announcement = await waitingWriters.announce(lockKeys, conflictPatience);
        }
        // Jitter, so that conflicting transactions do not collide again.
        const longest = announcement ? shortPause : longestPause;
        const pause = Math.random() * Math.min(longest, 4 * 2 ** attempt);
        await aside(new Promise((resolve) => setTimeout(resolve, pause)));
      }
    } finally {
      // The outcome stands whether or not the announcement can be removed; it expires by itself.
      await announcement?.withdraw().catch(() => undefined);
    }
  }
}

/** Runs a callback when the ambient transaction has ended, committed or not; immediately without one. */
export function afterTransaction(listener: () => void): void {
  const underWay = ambient().getStore()?.session;
  if (underWay) underWay.once('ended', listener);
  else listener();
}

/** Whether the caller runs in a transaction, so that its reads belong to it. */
export function isInTransaction(): boolean {
  return Boolean(ambient().getStore()?.session);
}

/** Runs a callback after the ambient transaction has committed, and never if it does not. */
export function onCommit(act: () => void): void {
  const acts = ambient().getStore()?.onCommit;
  if (!acts) throw new Error('No transaction is under way here.');
  acts.push(act);
}

interface UnderWay {
  /** A driver session; mongoose looks for it here. */
  session?: ClientSession;
  onCommit?: Array<() => void>;
}

/** The storage in which mongoose looks for an operation's transaction. */
function ambient(): AsyncLocalStorage<UnderWay> {
  // Safe since the option was set above; mongoose's types omit the storage.
  return (mongoose as unknown as { transactionAsyncLocalStorage: AsyncLocalStorage<UnderWay> })
    .transactionAsyncLocalStorage;
}

async function runOnce<Result>(connection: Connection, work: () => Promise<Result>): Promise<Result> {
  const clientSession = await connection.startSession();
  try {
    clientSession.startTransaction({
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority', journal: true },
    });
    const acts: Array<() => void> = [];
    const result = await ambient().run({ session: clientSession, onCommit: acts }, work);
    await commit(clientSession);
    for (const act of acts) act();
    return result;
  } finally {
    if (clientSession.inTransaction()) await clientSession.abortTransaction();
    await clientSession.endSession();
  }
}

async function commit(clientSession: ClientSession): Promise<void> {
  try {
    await clientSession.commitTransaction();
  } catch (error) {
    // The commit's answer was lost: asking again returns the outcome and changes nothing.
    if (!hasLabel(error, 'UnknownTransactionCommitResult')) throw error;
    await clientSession.commitTransaction();
  }
}

function hasLabel(error: unknown, label: string): boolean {
  return error instanceof mongoose.mongo.MongoError && error.hasErrorLabel(label);
}
