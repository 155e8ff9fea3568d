import { MongoError } from '../errors.ts';
import { check, int64Of, optionalNumber } from '../input.ts';
import type { Session, Transaction } from '../sessions.ts';
import type { Document } from '../values/decode.ts';
import { aggregate } from './aggregate.ts';
import { collectionCommands } from './collections.ts';
import { type Handlers, makeTick, type Server } from './context.ts';
import { explain } from './explain.ts';
import { indexCommands } from './indexes.ts';
import { readCommands } from './reads.ts';
import { serverCommands, transactionCommands } from './server.ts';
import { writeCommands } from './writes.ts';

const handlers: Handlers = {
  ...serverCommands,
  ...transactionCommands,
  ...collectionCommands,
  ...indexCommands,
  ...readCommands,
  ...writeCommands,
  aggregate,
  explain,
};

const { count: _, ...readInTransaction } = readCommands;
const inTransaction = { ...readInTransaction, ...writeCommands, aggregate, create: 1, createIndexes: 1 };
const adminOnly = { ...transactionCommands, listDatabases: 1 };
const transient = new Set([112, 246, 251, 244, 225]);

/** Runs one command and answers, with an error document where it fails. */
export async function runCommand(server: Server, body: Document): Promise<Document> {
  const { sessions, engine, counters } = server;
  const [name = ''] = Object.keys(body);
  let session: Session | undefined;
  let transaction: Transaction | undefined;
  let retryNumber: bigint | undefined;
  let reply: Document | undefined;
  try {
    const run = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    check(run, 59, `no such command: '${name}'`);
    const { $db: db } = body;
    check(typeof db === 'string', 40414, `BSON field '${name}.$db' is missing but a required field`);
    check(db === 'admin' || !(name in adminOnly), 13, `${name} may only be run against the admin database.`);
    counters[name] = (counters[name] ?? 0) + 1;
    session = body.lsid === undefined ? undefined : sessions.use(body.lsid);
    if (session && body.txnNumber !== undefined && !(name in transactionCommands)) {
      const number = int64Of(body.txnNumber, 'txnNumber');
      if (body.autocommit === false) {
        check(name in inTransaction, 263, `Cannot run '${name}' in a multi-document transaction.`);
        const starts = body.startTransaction === true;
        transaction = starts ? sessions.begin(session, number) : sessions.current(session, number);
      } else if (name in writeCommands) {
        retryNumber = number;
        reply = sessions.earlierReply(session, number);
      }
    }
    const maxTimeMS = optionalNumber(body, 'maxTimeMS') ?? 0;
    check(maxTimeMS >= 0, 2, `maxTimeMS must not be negative, got ${maxTimeMS}`);
    const view = transaction?.view ?? engine.store;
    const tick = makeTick(maxTimeMS);
    const ctx = { server, engine, db, name, body, session, transaction, retryNumber, view, tick };
    reply ??= (await run(ctx)) ?? {};
    if (transaction && session && reply.writeErrors) sessions.abort(session);
    reply.ok = 1;
    return reply;
  } catch (error) {
    if (transaction && session && name !== 'getMore') sessions.abort(session);
    return errorReply(error, body, name);
  }
}

function errorReply(error: unknown, { autocommit }: Document, name: string): Document {
  const known = error instanceof MongoError ? error : new MongoError(1, String(error));
  if (known !== error) console.error(`embedded-mongo: ${name} failed`, error);
  const { code, codeName, message, details } = known;
  // Whether a failed commit may be tried again as a whole is known for a conflict and a transaction that is gone.
  const isTransient = transient.has(code) && (name !== 'commitTransaction' || code === 112 || code === 251);
  const labels = autocommit === false && isTransient ? { errorLabels: ['TransientTransactionError'] } : {};
  return { ok: 0, errmsg: message, code, codeName, ...details, ...labels };
}
