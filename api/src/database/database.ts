import mongoose, { type Aggregate, type Connection, type Query } from 'mongoose';
import { second } from '../clock.ts';
import { traceparent } from '../trace.ts';
import { answerSize } from './batch-loader.ts';
import { DatabaseError } from './database-error.ts';
import { keepMigrated } from './keep-migrated.ts';
import { checkMemberData } from './member-data.ts';
import { buildIndexes, type MigrationPlan, migrate } from './migrate.ts';
import { createTransactions, externalTimeoutMs, type RunTransaction } from './transaction.ts';

export { DatabaseError } from './database-error.ts';

/** A database connection and injected models; this folder knows no model of the product. */
export interface Database<Models = unknown> {
  connection: Connection;
  models: Models;
  /** Pings the server; throws when it does not answer. */
  ping(): Promise<void>;
  /** When the server last responded to a command, our ping or the driver's heartbeat, in milliseconds since 1970. */
  heardAt(): number;
  transaction: RunTransaction;
  close(): Promise<void>;
}

/** Exists while a backup is being restored: an interrupted restore leaves incomplete data. */
export const restoringCollection = 'restoring';

/**
 * How long the driver waits for a heartbeat before it closes all connections and fails their operations. Long, so that a busy
 * server does not count as lost; requests detect a lost one sooner (docs/decisions/0044).
 */
const lostAfter = 10 * second;

/** The application name by which the site's processes identify themselves to the database. */
export const siteName = (database: string): string => `frens site on ${database}`;

// Sets each command's comment to the request's trace, so that slow-query logs and the profiler identify the request.
mongoose.plugin((schema) => {
  const queries = { document: false, query: true } as const;
  schema.pre(
    /^(find|count|distinct|update|delete|replace)/,
    queries,
    function comment(this: Query<unknown, unknown>) {
      const trace = traceparent();
      if (trace !== undefined) this.comment(trace);
    },
  );
  schema.pre('aggregate', function comment(this: Aggregate<unknown>) {
    const trace = traceparent();
    if (trace !== undefined) this.option({ comment: trace });
  });
  // Fetches a page in one batch: the driver's default of 101 documents would need a second round trip.
  schema.pre('find', function takeWhole(this: Query<unknown, unknown>) {
    this.batchSize(answerSize);
  });
});

/**
 * Connects, refuses a server without transactions (D35), and migrates collections, indexes and data to this version. Without a
 * migration plan it only creates collections and indexes.
 *
 * @param address the connection string, or its promise: models are compiled meanwhile
 */
export async function openDatabase<Models extends object>(
  address: string | Promise<string>,
  createModels: (connection: Connection) => Models,
  plan?: MigrationPlan<Models>,
): Promise<Database<Models>> {
  const connection = mongoose.createConnection();
  for (const option of ['autoIndex', 'autoCreate'] as const) connection.config[option] = false;
  const models = createModels(connection);
  const uri = await address;
  try {
    await connection.openUri(uri, {
      appName: siteName(/^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(uri)?.[1] ?? ''),
      bufferCommands: false,
      autoIndex: false,
      autoCreate: false,
      serverSelectionTimeoutMS: externalTimeoutMs,
      connectTimeoutMS: lostAfter,
      heartbeatFrequencyMS: second / 2,
      readConcern: { level: 'majority' },
      writeConcern: { w: 'majority', journal: true },
    });
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
  if (await connection.db?.listCollections({ name: restoringCollection }, { nameOnly: true }).hasNext()) {
    await connection.close(true);
    throw new DatabaseError(
      'A backup is being restored into this database, or that was cut off. Wait for it, or run npm run restore again.',
    );
  }
  let heardAt = Date.now();
  const hear = (): void => {
    heardAt = Date.now();
  };
  // Any completed command is a sign of life: under load, pings queue behind hundreds of commands.
  connection.getClient().on('connectionCheckedIn', hear);
  // The driver's heartbeat has its own connection, so it succeeds while all others are busy.
  connection.getClient().on('serverHeartbeatSucceeded', hear);
  let pinging: Promise<void> | undefined;
  async function sendPing(): Promise<void> {
    try {
      await connection.db?.admin().command({ ping: 1 });
    } finally {
      pinging = undefined;
    }
  }
  let leave: (() => Promise<void>) | undefined;
  try {
    checkMemberData(connection);
    if (plan?.isShared) leave = await keepMigrated(connection, models, plan);
    else if (plan) await migrate(connection, models, plan);
    else await buildIndexes(connection);
  } catch (error) {
    await connection.close(true);
    throw error;
  }
  return {
    connection,
    models,
    ping: () => (pinging ??= sendPing()),
    heardAt: () => heardAt,
    transaction: createTransactions(connection),
    async close() {
      await leave?.();
      await connection.close();
    },
  };
}

function withoutPassword(uri: string): string {
  return uri.replace(/\/\/[^@/]*@/, '//');
}
