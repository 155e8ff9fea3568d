import { MongoError } from '../errors.ts';
import { check, int64Of, optionalNumber, words } from '../input.ts';
import type { TransactionView } from '../storage/transaction.ts';
import type { Document } from '../values/decode.ts';
import { aggregate } from './aggregate.ts';
import { collectionCommands } from './collections.ts';
import { type Handlers, makeTick, type Server } from './context.ts';
import { explain } from './explain.ts';
import { checkCommand, unmetWriteConcern } from './fields.ts';
import { readCommands } from './reads.ts';
import { serverCommands, transactionCommands } from './server.ts';
import { writeCommands } from './writes.ts';

const handlers: Handlers = {
  ...serverCommands,
  ...transactionCommands,
  ...collectionCommands,
  ...readCommands,
  ...writeCommands,
  aggregate,
  explain,
};

const { count: _, ...readInTransaction } = readCommands;
const inTransaction = new Set([
  ...Object.keys({ ...readInTransaction, ...writeCommands }),
  ...words('aggregate create createIndexes'),
]);
const adminOnly = new Set([...Object.keys(transactionCommands), 'listDatabases']);
/** Commands that accept a write concern. */
const acknowledged = new Set([
  ...Object.keys({ ...writeCommands, ...transactionCommands }),
  ...words('create createIndexes drop dropDatabase dropIndexes aggregate'),
]);
const transient = new Set([112, 246, 251, 244, 225]);

/** Runs a command and returns its reply, or an error document. */
export async function runCommand(server: Server, body: Document): Promise<Document> {
  const { sessions, engine, counters } = server;
  const [name = ''] = Object.keys(body);
  let transaction: TransactionView | undefined;
  try {
    const run = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    check(run, 59, () => `no such command: '${name}'`);
    const { $db: db } = body;
    check(typeof db === 'string', 40414, () => `BSON field '${name}.$db' is missing but a required field`);
    const isAllowed = db === 'admin' || !adminOnly.has(name);
    check(isAllowed, 13, () => `${name} may only be run against the admin database.`);
    counters[name] = (counters[name] ?? 0) + 1;
    const session = body.lsid === undefined ? undefined : sessions.use(body.lsid);
    const txnNumber = body.txnNumber === undefined ? undefined : int64Of(body.txnNumber, 'txnNumber');
    const isStatement = body.autocommit === false && !Object.hasOwn(transactionCommands, name);
    const isAlone = body.autocommit === undefined && body.startTransaction === undefined;
    const isInside = session && txnNumber !== undefined && body.autocommit === false;
    check(isAlone || isInside, 72, 'autocommit: false, startTransaction, txnNumber and lsid go together');
    checkCommand(name, body, isStatement);
    const isAcknowledged = acknowledged.has(name);
    check(isAcknowledged || !body.writeConcern, 72, () => `Command ${name} does not support writeConcern`);
    const unmet = isAcknowledged ? unmetWriteConcern(body) : undefined;
    if (isStatement && session && txnNumber !== undefined) {
      check(inTransaction.has(name), 263, () => `Cannot run '${name}' in a multi-document transaction.`);
      const starts = body.startTransaction === true;
      transaction = starts ? sessions.begin(session, txnNumber) : sessions.current(session, txnNumber);
    }
    const view = transaction ?? engine.store;
    const maxTimeMS = optionalNumber(body, 'maxTimeMS') ?? 0;
    check(maxTimeMS >= 0, 2, () => `maxTimeMS must not be negative, got ${maxTimeMS}`);
    const tick = makeTick(maxTimeMS);
    const ctx = { server, engine, db, name, body, session, transaction, txnNumber, view, tick };
    const reply = (await run(ctx)) ?? {};
    if (reply.writeErrors) transaction?.end();
    if (unmet) reply.writeConcernError = unmet;
    reply.ok = 1;
    return reply;
  } catch (error) {
    if (name !== 'getMore') transaction?.end();
    return errorReply(error, body, name);
  }
}

function errorReply(error: unknown, { autocommit }: Document, name: string): Document {
  const known = error instanceof MongoError ? error : new MongoError(1, String(error));
  if (known !== error) console.error(`embedded-mongo: ${name} failed`, error);
  const { code, codeName, message, details } = known;
  // A failed commit may be retried as a whole after a conflict, or if the transaction is gone.
  const isTransient = transient.has(code) && (name !== 'commitTransaction' || code === 112 || code === 251);
  const labels = autocommit === false && isTransient ? { errorLabels: ['TransientTransactionError'] } : {};
  return { ok: 0, errmsg: message, code, codeName, ...details, ...labels };
}
