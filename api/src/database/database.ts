import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { second } from '../clock.ts';
import { unavailable } from '../errors.ts';

/** How often a transaction is tried when others write the same (D35). */
const transactionTries = 5;
/** Nobody waits longer for a database that is away (D54). */
const patience = 1.6 * second;

/** One database and the models that a caller has given it; this room knows none of them. */
export interface Database<Models = unknown> {
  connection: Connection;
  models: Models;
  /** Asks the server; throws when it does not answer. */
  ping(): Promise<void>;
  /**
   * Runs work in one snapshot transaction, again from the start when another one got in between. The work must do all
   * its reading and writing with the session it is given, and nothing else that cannot be repeated.
   */
  transaction<Result>(work: (session: ClientSession) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The database cannot be used; the message says why in one sentence. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/** Connects, refuses a server without transactions (D35), and builds collections and indexes. */
export async function openDatabase<Models extends object>(
  uri: string,
  createModels: (connection: Connection) => Models,
): Promise<Database<Models>> {
  const connection = mongoose.createConnection(uri, {
    bufferCommands: false,
    autoIndex: false,
    autoCreate: false,
    serverSelectionTimeoutMS: patience,
    connectTimeoutMS: patience,
    heartbeatFrequencyMS: 2 * second,
    readConcern: { level: 'majority' },
    writeConcern: { w: 'majority', journal: true },
  });
  try {
    await connection.asPromise();
  } catch (cause) {
    await connection.close(true);
    throw new DatabaseError(`The database at ${withoutPassword(uri)} does not answer. Check MONGODB_URI.`, {
      cause,
    });
  }
  const hello = await connection.db?.admin().command({ hello: 1 });
  if (!hello?.setName && hello?.msg !== 'isdbgrid') {
    await connection.close(true);
    throw new DatabaseError(
      'The database has no transactions, and BAMBOO must not be moved without them. Use a replica set (one member is enough) or a sharded cluster.',
    );
  }
  const models = createModels(connection);
  await Promise.all(
    Object.values(connection.models).map(async (model) => {
      await model.createCollection();
      await model.createIndexes();
    }),
  );
  return {
    connection,
    models,
    async ping() {
      await connection.db?.admin().command({ ping: 1 });
    },
    transaction: (work) => runTransaction(connection, work),
    async close() {
      await connection.close();
    },
  };
}

async function runTransaction<Result>(
  connection: Connection,
  work: (session: ClientSession) => Promise<Result>,
): Promise<Result> {
  const deadline = Date.now() + patience;
  let failure: unknown;
  for (let attempt = 1; attempt <= transactionTries; attempt += 1) {
    if (attempt > 1) await backOff(attempt);
    const session = await connection.startSession();
    try {
      session.startTransaction({
        readConcern: { level: 'snapshot' },
        writeConcern: { w: 'majority', journal: true },
      });
      const result = await work(session);
      await commit(session);
      return result;
    } catch (error) {
      if (session.inTransaction()) await session.abortTransaction();
      const lostConnection = error instanceof mongoose.mongo.MongoNetworkError && Date.now() > deadline;
      if (!isTransient(error) || lostConnection) throw error;
      failure = error;
    } finally {
      await session.endSession();
    }
  }
  throw unavailable(failure, 1);
}

/** Random, so that those who met do not meet again. */
function backOff(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
}

async function commit(session: ClientSession): Promise<void> {
  try {
    await session.commitTransaction();
  } catch (error) {
    // The answer to the commit got lost; asking again tells what became of it and changes nothing.
    if (!hasLabel(error, 'UnknownTransactionCommitResult')) throw error;
    await session.commitTransaction();
  }
}

function hasLabel(error: unknown, label: string): boolean {
  return error instanceof mongoose.mongo.MongoError && error.hasErrorLabel(label);
}

/** Whether another transaction was in the way, so that running once more can help. */
function isTransient(error: unknown): boolean {
  // A unique key that somebody else has just taken: the next snapshot shows theirs.
  return hasLabel(error, 'TransientTransactionError') || isDuplicateKey(error);
}

/** A unique index refused a document; `field` asks for one particular index. */
export function isDuplicateKey(error: unknown, field?: string): boolean {
  if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== 11_000) return false;
  const pattern: unknown = error.keyPattern;
  return field === undefined || (typeof pattern === 'object' && pattern !== null && field in pattern);
}

/** Whether an error says that the database is away, rather than that we asked something wrong. */
export function isDatabaseAway(error: unknown): boolean {
  const { mongo, Error: odmError } = mongoose;
  return (
    error instanceof mongo.MongoNetworkError ||
    error instanceof mongo.MongoServerSelectionError ||
    error instanceof mongo.MongoNotConnectedError ||
    error instanceof mongo.MongoTopologyClosedError ||
    error instanceof mongo.MongoOperationTimeoutError ||
    error instanceof odmError.MongooseServerSelectionError ||
    (error instanceof Error && error.name === 'MongoPoolClearedError')
  );
}

function withoutPassword(uri: string): string {
  return uri.replace(/\/\/[^@/]*@/, '//');
}
