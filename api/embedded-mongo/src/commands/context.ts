import type { Cursors } from '../cursors.ts';
import type { Engine } from '../engine.ts';
import { check } from '../input.ts';
import { pause, type Tick } from '../pause.ts';
import type { Session, Sessions } from '../sessions.ts';
import type { Collection } from '../storage/catalog.ts';
import type { TransactionView } from '../storage/transaction.ts';
import type { WriteTask, WriteView } from '../storage/view.ts';
import type { Document } from '../values/decode.ts';

/** What the server as a whole knows; shared by all commands. */
export interface Server {
  readonly engine: Engine;
  readonly sessions: Sessions;
  readonly cursors: Cursors;
  readonly startedAt: Date;
  readonly host: string;
  readonly sockets: ReadonlySet<unknown>;
  readonly counters: Record<string, number>;
}

/** One command being run. */
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
  /** What the command sees and writes: the latest data, or the transaction's. */
  readonly view: WriteView;
  readonly tick: Tick;
}

/** Answers a command; what it gives is sent with `ok: 1`. */
export type Handler = (ctx: Context) => Promise<Document | void> | Document | void;
export type Handlers = Readonly<Record<string, Handler>>;

const sliceMs = 20;

/** Throws 50 when the command's time is up; says true every 20 ms, so that a long scan lets others work. */
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

/** Collects what a search finds, letting others work where it pauses. */
export async function collect<T, R>(found: Iterable<T | undefined>, read: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  for (const item of found) {
    if (item === undefined) await pause();
    else results.push(read(item));
  }
  return results;
}

/** The name of the collection a command is about. */
export function collectionName({ body, name, db }: Context): string {
  const value = body[name];
  check(typeof value === 'string' && value !== '', 73, () => `Invalid namespace '${db}.${String(value)}'`);
  return value;
}

/** The collection a command reads; one that counts as dropped where there is none. */
export function findCollection(ctx: Context, name = collectionName(ctx), db = ctx.db): Collection {
  const own = ctx.transaction?.created.get(`${db}.${name}`);
  if (own) return own;
  const collection = ctx.engine.catalog.find(db, name);
  const { startEpoch = Number.POSITIVE_INFINITY } = ctx.transaction ?? {};
  // Indexes that were built after a transaction's snapshot lack what the transaction sees, as do other collections.
  const isTooNew =
    collection.indexedAt >= startEpoch || ctx.engine.catalog.isGone(`${db}.${name}`, startEpoch);
  check(!isTooNew, 246, 'Unable to read from a snapshot due to pending catalog changes; please retry');
  return collection;
}

/** The collection a write goes to, created when it is the first. */
export function ensureCollection(
  ctx: Context,
  name = collectionName(ctx),
  db = ctx.db,
  options: Document = {},
): Collection {
  const { catalog } = ctx.engine;
  // That of a transaction is its own until the commit.
  if (!ctx.transaction) catalog.ensure(db, name, options);
  else if (findCollection(ctx, name, db).isDropped)
    ctx.transaction.created.set(`${db}.${name}`, catalog.make(db, name, options));
  return findCollection(ctx, name, db);
}

/** Runs a write, unless it is a repetition: in the transaction, or in the next commit, with the answer to keep. */
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
