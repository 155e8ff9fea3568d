import { Long } from 'bson';
import { MongoError, typeMismatch } from '../errors.ts';
import type { Session, Transaction } from '../sessions.ts';
import type { Document } from '../values/decode.ts';
import { toNumber } from '../values/types.ts';
import { aggregate } from './aggregate.ts';
import { bulkWrite } from './bulk-write.ts';
import * as collections from './collections.ts';
import { type Context, type Handler, makeTick, type Server } from './context.ts';
import { explain } from './explain.ts';
import { createIndexes, dropIndexes, listIndexes } from './indexes.ts';
import * as reads from './reads.ts';
import * as server from './server.ts';
import * as writes from './writes.ts';

const commitTransaction: Handler = async (ctx) => {
  const { session, number } = transactionOf(ctx);
  await ctx.server.sessions.commit(session, number);
  return { ok: 1 };
};

const abortTransaction: Handler = (ctx) => {
  const { session, number } = transactionOf(ctx);
  ctx.server.sessions.current(session, number);
  ctx.server.sessions.abort(session);
  return { ok: 1 };
};

function transactionOf(ctx: Context): { session: Session; number: bigint } {
  const number = txnNumberOf(ctx.body);
  if (!ctx.session || number === undefined || ctx.body.autocommit !== false) {
    throw new MongoError(125, `${ctx.name} must be run within a transaction`);
  }
  return { session: ctx.session, number };
}

const handlers: Record<string, Handler> = {
  hello: server.hello,
  ismaster: server.hello,
  isMaster: server.hello,
  ping: server.ping,
  buildInfo: server.buildInfo,
  buildinfo: server.buildInfo,
  serverStatus: server.serverStatus,
  hostInfo: server.hostInfo,
  connectionStatus: server.connectionStatus,
  replSetGetStatus: server.replSetGetStatus,
  getParameter: server.getParameter,
  getLog: server.getLog,
  whatsmyuri: server.whatsmyuri,
  startSession: server.startSession,
  refreshSessions: server.refreshSessions,
  endSessions: server.endSessions,
  commitTransaction,
  abortTransaction,
  listDatabases: collections.listDatabases,
  listCollections: collections.listCollections,
  create: collections.create,
  drop: collections.drop,
  dropDatabase: collections.dropDatabase,
  collStats: collections.collStats,
  dbStats: collections.dbStats,
  createIndexes,
  listIndexes,
  dropIndexes,
  insert: writes.insert,
  update: writes.update,
  delete: writes.remove,
  bulkWrite,
  findAndModify: writes.findAndModify,
  findandmodify: writes.findAndModify,
  find: reads.find,
  getMore: reads.getMore,
  killCursors: reads.killCursors,
  count: reads.count,
  distinct: reads.distinct,
  aggregate,
  explain,
};

const inTransaction = new Set([
  'bulkWrite',
  'insert',
  'update',
  'delete',
  'findAndModify',
  'findandmodify',
  'find',
  'getMore',
  'killCursors',
  'distinct',
  'aggregate',
  'create',
  'createIndexes',
  'commitTransaction',
  'abortTransaction',
]);
const retryable = new Set(['bulkWrite', 'insert', 'update', 'delete', 'findAndModify', 'findandmodify']);
const adminOnly = new Set([
  'listDatabases',
  'bulkWrite',
  'replSetGetStatus',
  'getParameter',
  'getLog',
  'commitTransaction',
  'abortTransaction',
]);
const transient = new Set([112, 246, 251, 244, 225]);

function txnNumberOf(body: Document): bigint | undefined {
  const value = body.txnNumber;
  if (value === undefined) return undefined;
  if (value instanceof Long) return value.toBigInt();
  const number = toNumber(value);
  if (number === undefined) throw typeMismatch("BSON field 'txnNumber' must be a number");
  return BigInt(number);
}

/** Runs one command and answers, with an error document where it fails. */
export async function runCommand(shared: Server, body: Document): Promise<Document> {
  let session: Session | undefined;
  let transaction: Transaction | undefined;
  const name = Object.keys(body)[0] ?? '';
  try {
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    if (!handler) throw new MongoError(59, `no such command: '${name}'`);
    const db = body.$db;
    if (typeof db !== 'string')
      throw new MongoError(40414, `BSON field '${name}.$db' is missing but a required field`);
    if (adminOnly.has(name) && db !== 'admin')
      throw new MongoError(13, `${name} may only be run against the admin database.`);
    if (body.apiVersion !== undefined && body.apiVersion !== '1')
      throw new MongoError(322, `Provided apiVersion:${String(body.apiVersion)} is not supported.`);
    shared.counters[name] = (shared.counters[name] ?? 0) + 1;
    session = body.lsid === undefined ? undefined : shared.sessions.use(body.lsid);
    const number = txnNumberOf(body);
    const isTransaction = body.autocommit === false;
    if (
      isTransaction &&
      session &&
      number !== undefined &&
      name !== 'commitTransaction' &&
      name !== 'abortTransaction'
    ) {
      if (!inTransaction.has(name))
        throw new MongoError(263, `Cannot run '${name}' in a multi-document transaction.`);
      transaction =
        body.startTransaction === true
          ? shared.sessions.begin(session, number)
          : shared.sessions.current(session, number);
    }
    let retryNumber: bigint | undefined;
    if (!isTransaction && number !== undefined && session && retryable.has(name)) {
      retryNumber = number;
      const earlier = shared.sessions.earlierReply(session, number);
      if (earlier) return earlier;
    }
    const view = transaction?.view ?? shared.engine.latest;
    const maxTimeMS = toNumber(body.maxTimeMS);
    if (
      body.maxTimeMS !== undefined &&
      (maxTimeMS === undefined || maxTimeMS < 0 || !Number.isInteger(maxTimeMS))
    ) {
      throw new MongoError(2, `maxTimeMS must be a non-negative integer, got ${String(body.maxTimeMS)}`);
    }
    const ctx: Context = {
      server: shared,
      engine: shared.engine,
      db,
      name,
      body,
      session,
      transaction,
      retryNumber,
      view,
      tick: makeTick(maxTimeMS),
    };
    const reply = await handler(ctx);
    if (transaction && session && reply.writeErrors) shared.sessions.abort(session);
    return reply;
  } catch (error) {
    if (transaction && session && name !== 'getMore') shared.sessions.abort(session);
    return errorReply(error, body, name);
  }
}

function errorReply(error: unknown, body: Document, name: string): Document {
  const known =
    error instanceof MongoError
      ? error
      : new MongoError(1, error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  if (known !== error) console.error(`embedded-mongo: ${name} failed`, error);
  const isTransient =
    body.autocommit === false &&
    transient.has(known.code) &&
    !(name === 'commitTransaction' && known.code !== 112 && known.code !== 251);
  return {
    ok: 0,
    errmsg: known.message,
    code: known.code,
    codeName: known.codeName,
    ...known.details,
    ...(isTransient ? { errorLabels: ['TransientTransactionError'] } : {}),
  };
}
