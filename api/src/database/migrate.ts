import { createHash, randomUUID } from 'node:crypto';
import type { Connection, mongo } from 'mongoose';
import type { Logger } from 'pino';
import { endsAhead, systemClock } from '../clock.ts';
import { DatabaseError } from './database-error.ts';
import { isDuplicateKey } from './database-errors.ts';
import { defaultLeaseMs, holdLease } from './lease.ts';

export interface Migration<Models> {
  version: number;
  /** What it does, for the log: "make members findable". */
  name: string;
  run(context: { models: Models; connection: Connection; log?: Logger | undefined }): Promise<void>;
}

export interface MigrationPlan<Models> {
  migrations: ReadonlyArray<Migration<Models>>;
  /** The baseline: a new database begins with it, and older data is refused. */
  oldestMigrated: number;
  /** What migrates data older than the baseline, for the sentence that refuses it. */
  lastToMigrateOlder?: string;
  /**
   * The oldest version whose release can serve data that these steps have turned into the newest (docs/decisions/0066). A step that takes
   * something away raises it.
   */
  readableFrom: number;
  /** Is told what a step decides of somebody's data. */
  log?: Logger;
  /** How long a process that died keeps others waiting. */
  leaseMs?: number;
}

export interface SchemaState {
  _id: 'schema';
  version: number;
  /** The oldest version whose release may serve it; absent in what older releases wrote, which let nobody back. */
  readableFrom?: number;
  /** Fingerprint of the indexes that were built. */
  indexes: string;
  lease: { holder: string; endsAt: Date } | null;
}

const pollMs = 200;

/**
 * Brings collections, indexes and data to this version: each step once, whichever of several processes gets the lease;
 * the others wait for it. Data of a newer version is served where it says that this release can, and called data of this version then,
 * so that the newer release takes its steps again over what was written meanwhile; else it is refused, as data too old is, with the
 * way to take.
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
    refuseUnknown(state ?? (await findUnversioned(connection)), plan, newest);
    if (state?.version === newest && state.indexes === indexes && state.readableFrom !== undefined) return;
    if (await takeLease(states, holder, plan)) break;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  const lease = holdLease(states, holder, plan.leaseMs);
  try {
    await buildIndexes(connection);
    // Read again: another process may have finished while this one waited.
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

/** Data without a version is older than the first one; null for an empty database. */
async function findUnversioned({ db }: Connection): Promise<Pick<SchemaState, 'version'> | null> {
  const collections = (await db?.listCollections({}, { nameOnly: true }).toArray()) ?? [];
  return collections.length > 0 ? { version: 0 } : null;
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
    // The document is there and its lease is held: the upsert found nothing and could not insert.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Makes what is missing of collections and indexes; none is taken away. */
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
