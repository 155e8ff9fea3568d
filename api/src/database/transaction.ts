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
/** The longest wait for an unreachable database (D54). */
export const externalTimeoutMs = 1.6 * second;
/** A key still taken after this many snapshots is a real duplicate, not a race condition. */
const duplicateTries = 3;
const longestPause = 250;
/** After this many attempts a starving transaction announces itself to the other processes. */
const triesBeforeAnnouncing = 3;
/** Then it retries faster, because it competes only with other announced transactions. */
const shortPause = 40;

mongoose.set('transactionAsyncLocalStorage', true);

export interface TransactionOptions {
  /**
   * Lock keys of what the work writes. Transactions of this process that share a key queue up instead of conflicting; a starving
   * transaction announces itself to other processes.
   */
  lockKeys?: readonly string[];
  /** Aborts the wait; by default the request's signal. */
  signal?: AbortSignal;
}

/**
 * Runs work in one snapshot transaction and retries it with jitter after conflicts. All model operations join the ambient
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
        // Without a pause between queued transactions, other processes would never get their turn.
        if (hasWaited) await aside(waitingWriters.yieldTo(lockKeys));
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
        if (attempt === triesBeforeAnnouncing && lockKeys.length > 0)
          announcement = await waitingWriters.announce(lockKeys, conflictPatience);
        // Jitter, so that conflicting transactions do not collide again.
        const longest = announcement ? shortPause : longestPause;
        const pause = Math.random() * Math.min(longest, 4 * 2 ** attempt);
        await aside(new Promise((resolve) => setTimeout(resolve, pause)));
      }
    } finally {
      // A failure to withdraw does not change the outcome; the announcement expires.
      await announcement?.withdraw().catch(() => undefined);
    }
  }
}

/** Calls back when the ambient transaction has ended, committed or not; immediately without one. */
export function afterTransaction(listener: () => void): void {
  const session = ambient().getStore()?.session;
  if (session) session.once('ended', listener);
  else listener();
}

/** Whether the caller runs in a transaction, which its reads then join. */
export function isInTransaction(): boolean {
  return Boolean(ambient().getStore()?.session);
}

/** Calls back after the ambient transaction has committed, and never if it aborts. */
export function onCommit(callback: () => void): void {
  const callbacks = ambient().getStore()?.onCommit;
  if (!callbacks) throw new Error('No transaction is under way here.');
  callbacks.push(callback);
}

interface TransactionStore {
  /** The driver's session, where mongoose looks for it. */
  session?: ClientSession;
  onCommit?: Array<() => void>;
}

/** Mongoose's storage for the ambient transaction. */
function ambient(): AsyncLocalStorage<TransactionStore> {
  // Safe: the option above creates the storage; mongoose's types omit it.
  return (mongoose as unknown as { transactionAsyncLocalStorage: AsyncLocalStorage<TransactionStore> })
    .transactionAsyncLocalStorage;
}

async function runOnce<Result>(connection: Connection, work: () => Promise<Result>): Promise<Result> {
  const clientSession = await connection.startSession();
  try {
    clientSession.startTransaction({
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority', journal: true },
    });
    const callbacks: Array<() => void> = [];
    const result = await ambient().run({ session: clientSession, onCommit: callbacks }, work);
    await commit(clientSession);
    for (const callback of callbacks) callback();
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
    // The commit's response was lost: repeating the command returns the outcome and changes nothing.
    if (!hasLabel(error, 'UnknownTransactionCommitResult')) throw error;
    await clientSession.commitTransaction();
  }
}

function hasLabel(error: unknown, label: string): boolean {
  return error instanceof mongoose.mongo.MongoError && error.hasErrorLabel(label);
}
