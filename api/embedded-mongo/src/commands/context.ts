import type { Cursors } from '../cursors.ts';
import type { Engine, WriteTask } from '../engine.ts';
import { MongoError } from '../errors.ts';
import { check } from '../input.ts';
import type { Tick } from '../query/find.ts';
import type { Session, Sessions, Transaction } from '../sessions.ts';
import type { Collection } from '../storage/catalog.ts';
import type { WriteView } from '../storage/view.ts';
import type { Document } from '../values/decode.ts';

/** What the server as a whole knows; shared by all commands. */
export interface Server {
  readonly engine: Engine;
  readonly sessions: Sessions;
  readonly cursors: Cursors;
  readonly startedAt: number;
  readonly host: () => string;
  readonly connections: () => number;
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
  readonly transaction: Transaction | undefined;
  /** The number of a retryable write. */
  readonly retryNumber: bigint | undefined;
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
    if (now > deadline) throw new MongoError(50, 'operation exceeded time limit');
    if (now < sliceEnd) return false;
    sliceEnd = now + sliceMs;
    return true;
  };
}

export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

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
  check(typeof value === 'string' && value !== '', 73, `Invalid namespace '${db}.${String(value)}'`);
  return value;
}

const noCollection = {
  id: 0xfffffffe,
  uuid: '',
  options: {},
  indexes: [],
  nextSection: 0,
  nextRecordId: 0,
  indexedAt: -1,
  isDropped: true,
  hasNewShape: false,
};

/** The collection a command reads; where there is none, an empty one, so that the command is checked all the same. */
export function findCollection(ctx: Context, name = collectionName(ctx), db = ctx.db): Collection {
  const collection = ctx.engine.catalog.find(db, name) ?? { ...noCollection, db, name, ns: `${db}.${name}` };
  // Indexes that were built after a transaction's snapshot lack what the transaction sees.
  const isTooNew = ctx.transaction && collection.indexedAt >= ctx.transaction.view.startedAt;
  check(!isTooNew, 246, 'Unable to read from a snapshot due to pending catalog changes; please retry');
  return collection;
}

/** The collection a write goes to, created when it is the first. */
export function* ensureCollection(
  ctx: Context,
  name = collectionName(ctx),
  db = ctx.db,
): WriteTask<Collection> {
  const { catalog } = ctx.engine;
  const ensure = (): Collection => catalog.find(db, name) ?? catalog.create(db, name);
  while (ctx.transaction && !catalog.find(db, name)) yield ctx.engine.change(() => void ensure());
  ensure();
  return findCollection(ctx, name, db);
}

/** Runs a write: inside the transaction's own changes, or as part of the next commit, with the answer to keep. */
export async function write(ctx: Context, makeTask: () => WriteTask<Document>): Promise<Document> {
  const { transaction, engine, session, retryNumber, server } = ctx;
  const task = makeTask();
  if (!transaction)
    return engine.write(function* () {
      const reply = yield* task;
      if (session && retryNumber !== undefined) server.sessions.keepReply(session, retryNumber, reply);
      return reply;
    });
  for (;;) {
    const result = task.next();
    if (result.done) return result.value;
    await result.value;
  }
}
