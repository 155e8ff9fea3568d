import type { AsyncLocalStorage } from 'node:async_hooks';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { second } from '../clock.ts';
import { unavailable } from '../errors.ts';
import { aside, requestContext } from '../request-context.ts';
import { isDuplicateKey } from './database-errors.ts';
import { createKeyedMutex } from './keyed-mutex.ts';
import { type Announcement, createWriteQueue } from './write-queue.ts';

/** How long a transaction is repeated when others write the same (D35). */
const defaultPatience = 10 * second;
/** Nobody waits longer for a database that is away (D54). */
export const externalTimeoutMs = 1.6 * second;
/** A key that is still taken in a later snapshot is not one that somebody has just taken. */
const duplicateTries = 3;
const longestPause = 250;
/** Who has been undone so often asks the other processes to be let in. */
const triesBeforeAsking = 3;
/** Then only those are left to meet who have asked as well. */
const shortPause = 40;

mongoose.set('transactionAsyncLocalStorage', true);

export interface TransactionOptions {
  /**
   * What the work writes and others may write at the same time. In this process, transactions that share a key wait for
   * each other before they begin instead of meeting in the database; processes let each other in.
   */
  lockKeys?: readonly string[];
  /** Ends the waiting; by default that of the request. */
  signal?: AbortSignal;
}

/**
 * Runs work in one snapshot transaction, again from the start when another one got in between. Whatever the work does
 * through a model belongs to the transaction by itself (docs/decisions/0042); it must do nothing that cannot be
 * repeated.
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
        // One after the other, a line would leave another process no moment in which it could begin.
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
        // Random, so that those who met do not meet again.
        const longest = announcement ? shortPause : longestPause;
        const pause = Math.random() * Math.min(longest, 4 * 2 ** attempt);
        await aside(new Promise((resolve) => setTimeout(resolve, pause)));
      }
    } finally {
      // What became of the transaction holds whether this can be told or not; an announcement ends by itself.
      await announcement?.withdraw().catch(() => undefined);
    }
  }
}

/** Calls when the transaction that is under way here is over, whether it holds or not; at once when there is none. */
export function afterTransaction(listener: () => void): void {
  const underWay = ambient().getStore()?.session;
  if (underWay) underWay.once('ended', listener);
  else listener();
}

/** Whether a transaction is under way here, to which whatever is read belongs. */
export function isInTransaction(): boolean {
  return Boolean(ambient().getStore()?.session);
}

/** Does something once the transaction that is under way here holds for certain, and never if it does not. */
export function onCommit(act: () => void): void {
  const acts = ambient().getStore()?.onCommit;
  if (!acts) throw new Error('No transaction is under way here.');
  acts.push(act);
}

interface UnderWay {
  /** What the driver calls a session; mongoose looks for it here. */
  session?: ClientSession;
  onCommit?: Array<() => void>;
}

/** Where mongoose looks for the transaction of an operation. */
function ambient(): AsyncLocalStorage<UnderWay> {
  // True since the option was set above; the types of mongoose leave the storage out.
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
    // The answer to the commit got lost; asking again tells what became of it and changes nothing.
    if (!hasLabel(error, 'UnknownTransactionCommitResult')) throw error;
    await clientSession.commitTransaction();
  }
}

function hasLabel(error: unknown, label: string): boolean {
  return error instanceof mongoose.mongo.MongoError && error.hasErrorLabel(label);
}
