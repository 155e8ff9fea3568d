import { createHash, randomUUID } from 'node:crypto';
import type { Connection, mongo } from 'mongoose';
import type { Logger } from 'pino';
import { endsAhead, systemClock } from '../clock.ts';
import { DatabaseError } from './database-error.ts';
import { isDuplicateKey } from './database-errors.ts';
import { defaultLeaseMs, holdLease } from './lease.ts';

export interface Migration<Models> {
  version: number;
  /** What the step does, for the log: "make members findable". */
  name: string;
  run(context: { models: Models; connection: Connection; log?: Logger | undefined }): Promise<void>;
}

export interface MigrationPlan<Models> {
  migrations: ReadonlyArray<Migration<Models>>;
  /** The baseline version: new databases start with it, older data is refused. */
  oldestMigrated: number;
  /** What migrates older data, for the message that refuses it. */
  lastToMigrateOlder?: string;
  /** The oldest version whose release can serve the migrated data (docs/decisions/0066). A step that removes something raises it. */
  readableFrom: number;
  /** Receives a step's decisions about members' data, for the log. */
  log?: Logger;
  /** How long the lease of a dead process blocks others. */
  leaseMs?: number;
}

export interface SchemaState {
  _id: 'schema';
  version: number;
  /** The oldest version whose release may serve the data; absent in data of older releases, which allowed no way back. */
  readableFrom?: number;
  /** Fingerprint of the indexes that were built. */
  indexes: string;
  lease: { holder: string; endsAt: Date } | null;
}

const pollMs = 200;

/**
 * Brings collections, indexes and data to this version. Each step runs once, in whichever process gets the lease; the others
 * wait. Newer data is served when it says that this release can; it is then marked with this version, so that the newer release
 * repeats its steps over what was written meanwhile. Otherwise newer data is refused, as is data older than the baseline, with
 * the way to take.
 */
export async function migrate<Models extends object>(
  connection: Connection,
  models: Models,
  plan: MigrationPlan<Models>,
): Promise<void> {
  const states = connection.collection<SchemaState>('schema');
  const indexes = fingerprintOf(connection);
  const newest = plan.migrations.at(-1)?.version ?? plan.oldestMigrated;
  const holder = randomUUID();
  for (;;) {
    const state = await states.findOne({ _id: 'schema' });
    refuseUnknown(state ?? (await findUnversioned(connection, states)), plan, newest);
    if (state?.version === newest && state.indexes === indexes && state.readableFrom !== undefined) return;
    if (await takeLease(states, holder, plan)) break;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  const lease = holdLease(states, holder, plan.leaseMs);
  try {
    await buildIndexes(connection);
    // Read again: another process may have migrated while this one waited.
    const done = (await states.findOne({ _id: 'schema' }))?.version ?? plan.oldestMigrated;
    for (const { version, run } of plan.migrations.filter((step) => step.version > done)) {
      lease.check();
      await run({ models, connection, log: plan.log });
      await states.updateOne({ _id: 'schema', 'lease.holder': holder }, { $set: { version } });
    }
    lease.check();
    await states.updateOne(
      { _id: 'schema', 'lease.holder': holder },
      { $set: { version: newest, indexes }, $max: { readableFrom: plan.readableFrom } },
    );
  } finally {
    lease.stop();
    await states.updateOne({ _id: 'schema', 'lease.holder': holder }, { $set: { lease: null } });
  }
}

/** Data without a version predates versions; null for an empty database. */
async function findUnversioned(
  { db }: Connection,
  states: States,
): Promise<Pick<SchemaState, 'version' | 'readableFrom'> | null> {
  const collections = (await db?.listCollections({}, { nameOnly: true }).toArray()) ?? [];
  if (collections.length === 0) return null;
  // A process that fills the empty database meanwhile writes its state before its first collection.
  return (await states.findOne({ _id: 'schema' })) ?? { version: 0 };
}

function refuseUnknown(
  state: Pick<SchemaState, 'version' | 'readableFrom'> | null,
  {
    oldestMigrated,
    lastToMigrateOlder = `a release that has version ${oldestMigrated}`,
  }: MigrationPlan<never>,
  newest: number,
): void {
  if (!state) return;
  const { version, readableFrom = Number.POSITIVE_INFINITY } = state;
  if (version > newest && readableFrom > newest) {
    throw new DatabaseError(
      `The data is of version ${version} and this release knows only versions up to ${newest}. Start the newer release again, or restore a backup from before it.`,
    );
  }
  if (version < oldestMigrated) {
    throw new DatabaseError(
      `The data is of version ${version} and this release migrates only from version ${oldestMigrated} on. Start ${lastToMigrateOlder} once, then this one.`,
    );
  }
}

type States = mongo.Collection<SchemaState>;

async function takeLease(
  states: States,
  holder: string,
  { leaseMs = defaultLeaseMs, oldestMigrated }: MigrationPlan<never>,
): Promise<boolean> {
  try {
    await states.updateOne(
      {
        _id: 'schema',
        $or: [{ lease: null }, { 'lease.endsAt': { $not: endsAhead(systemClock, leaseMs) } }],
      },
      {
        $set: { lease: { holder, endsAt: new Date(Date.now() + leaseMs) } },
        $setOnInsert: { version: oldestMigrated, indexes: '' },
      },
      { upsert: true },
    );
    return true;
  } catch (error) {
    // The document exists and its lease is held: the upsert matched nothing and could not insert.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Creates missing collections and indexes; drops nothing. */
export async function buildIndexes({ models }: Connection): Promise<void> {
  await Promise.all(
    Object.values(models).map(async (model) => {
      await model.createCollection();
      await model.createIndexes();
    }),
  );
}

/** Changes whenever an index does. */
function fingerprintOf({ models }: Connection): string {
  const indexes = Object.values(models).map((model) => [model.collection.name, model.schema.indexes()]);
  return createHash('sha256').update(JSON.stringify(indexes)).digest('hex');
}
