import type { Cursors } from '../cursors.ts';
import type { Engine } from '../engine.ts';
import { check } from '../input.ts';
import { pause, type Tick } from '../pause.ts';
import type { Session, Sessions } from '../sessions.ts';
import type { Collection } from '../storage/catalog.ts';
import type { TransactionView } from '../storage/transaction.ts';
import type { WriteTask, WriteView } from '../storage/view.ts';
import type { Document } from '../values/decode.ts';

/** The server's state, shared by all commands. */
export interface Server {
  readonly engine: Engine;
  readonly sessions: Sessions;
  readonly cursors: Cursors;
  readonly startedAt: Date;
  readonly host: string;
  readonly sockets: ReadonlySet<unknown>;
  readonly counters: Record<string, number>;
}

/** A running command. */
export interface Context {
  readonly server: Server;
  readonly engine: Engine;
  readonly db: string;
  readonly name: string;
  readonly body: Document;
  readonly session: Session | undefined;
  readonly transaction: TransactionView | undefined;
  /** The number of a transaction or a retryable write. */
  readonly txnNumber: bigint | undefined;
  /** The data that the command reads and writes: the latest data, or a transaction's. */
  readonly view: WriteView;
  readonly tick: Tick;
}

/** Handles a command; its result is sent with `ok: 1`. */
export type Handler = (ctx: Context) => Promise<Document | void> | Document | void;
export type Handlers = Readonly<Record<string, Handler>>;

const sliceMs = 20;

/** Throws code 50 after the command's time limit; returns true every 20 ms, so that long scans yield. */
export function makeTick(maxTimeMS = 0): Tick {
  const deadline = maxTimeMS ? Date.now() + maxTimeMS : Number.POSITIVE_INFINITY;
  let sliceEnd = Date.now() + sliceMs;
  let calls = 0;
  return () => {
    if (++calls % 64 !== 0) return false;
    const now = Date.now();
    check(now <= deadline, 50, 'operation exceeded time limit');
    if (now < sliceEnd) return false;
    sliceEnd = now + sliceMs;
    return true;
  };
}

/** Collects a search's results, and yields to other work at its pauses. */
export async function collect<T, R>(found: Iterable<T | undefined>, read: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  for (const item of found) {
    if (item === undefined) await pause();
    else results.push(read(item));
  }
  return results;
}

/** The name of the command's collection. */
export function collectionName({ body, name, db }: Context): string {
  const value = body[name];
  check(typeof value === 'string' && value !== '', 73, () => `Invalid namespace '${db}.${String(value)}'`);
  return value;
}

/** The collection that a command reads; a missing one counts as dropped. */
export function findCollection(ctx: Context, name = collectionName(ctx), db = ctx.db): Collection {
  const own = ctx.transaction?.created.get(`${db}.${name}`);
  if (own) return own;
  const collection = ctx.engine.catalog.find(db, name);
  const { startEpoch = Number.POSITIVE_INFINITY } = ctx.transaction ?? {};
  // An index built after a transaction's snapshot lacks documents that the transaction sees; likewise a recreated collection.
  const isTooNew =
    collection.indexedAt >= startEpoch || ctx.engine.catalog.isGone(`${db}.${name}`, startEpoch);
  check(!isTooNew, 246, 'Unable to read from a snapshot due to pending catalog changes; please retry');
  return collection;
}

/** The collection that a command writes to, created if it does not exist. */
export function ensureCollection(
  ctx: Context,
  name = collectionName(ctx),
  db = ctx.db,
  options: Document = {},
): Collection {
  const { catalog } = ctx.engine;
  // A collection created in a transaction stays private until the commit.
  if (!ctx.transaction) catalog.ensure(db, name, options);
  else if (findCollection(ctx, name, db).isDropped)
    ctx.transaction.created.set(`${db}.${name}`, catalog.make(db, name, options));
  return findCollection(ctx, name, db);
}

/** Runs a write in the transaction or in the next commit, which also stores the reply of a retryable write; a retry is not run again. */
export async function write(ctx: Context, makeTask: () => WriteTask<Document>): Promise<Document> {
  const { server, engine, session, transaction, txnNumber } = ctx;
  const task = makeTask();
  if (transaction)
    for (;;) {
      const { done, value } = task.next();
      if (done) return value;
      await (value ?? pause());
    }
  const isRetryable = session && txnNumber !== undefined;
  return engine.write(isRetryable ? server.sessions.runOnce(session, txnNumber, task) : task);
}
