import { hash, randomUUID } from 'node:crypto';
import type { Connection, mongo } from 'mongoose';
import type { Logger } from 'pino';
import { day, endsAhead, systemClock } from '../clock.ts';
import { DatabaseError } from './database-error.ts';
import { isDuplicateKey } from './database-errors.ts';
import { defaultLeaseMs, holdLease } from './lease.ts';

export interface Migration<Models> {
  version: number;
  /** What the step does, for the log: "make members findable". */
  name: string;
  /** Expand phase: adds what this version needs, and keeps what the previous version reads and writes. */
  run(context: MigrationContext<Models>): Promise<void>;
  /** Contract phase: removes what only older versions need, `narrowAfterMs` after the last of them ran. Ends the option to roll back. */
  narrow?(context: MigrationContext<Models>): Promise<void>;
}

interface MigrationContext<Models> {
  models: Models;
  connection: Connection;
  log?: Logger | undefined;
}

export interface MigrationPlan<Models> {
  migrations: ReadonlyArray<Migration<Models>>;
  /** The baseline version: new databases start there, older data is refused. */
  oldestMigrated: number;
  /** The release that migrates older data, for the refusal's message. */
  lastToMigrateOlder?: string;
  /** The oldest version whose release can serve the migrated data (docs/decisions/0066). A migration that removes something raises it. */
  readableFrom: number;
  /** Logs migrations' decisions about members' data. */
  log?: Logger;
  /** How long a dead process still holds its lease and counts as running, in milliseconds. */
  leaseMs?: number;
  /** How long a rollback stays possible after the last older process has ended, in milliseconds; a day by default. */
  narrowAfterMs?: number;
  /** Whether several processes may use the data at once; the embedded database has only one. */
  isShared?: boolean;
}

export interface SchemaState {
  _id: 'schema';
  version: number;
  /** The oldest version whose release may serve the data; absent in data of older releases, which allowed no rollback. */
  readableFrom?: number;
  /** Fingerprint of the existing indexes. */
  indexes: string;
  lease: { holder: string; endsAt: Date } | null;
  /** The running processes, if the data is shared. */
  processes?: Record<string, { version: number; endsAt: Date }>;
  /** Since when the data has this version and no older process runs. */
  since?: Date;
  /** The version up to which the contract phases have run. */
  narrowed?: number;
}

const pollMs = 200;

/**
 * Migrates collections, indexes and data to this version. Each migration runs once, in the process that gets the lease; others wait.
 * While an older process runs, the data keeps its version, so migrations repeat after it has ended. Newer data is served if it says
 * that this release can. It is then marked with this version, so that the newer release repeats its migrations on documents written
 * meanwhile. Other newer data and data older than the baseline are refused, with a remedy.
 */
export async function migrate<Models extends object>(
  connection: Connection,
  models: Models,
  plan: MigrationPlan<Models>,
): Promise<void> {
  const states = connection.collection<SchemaState>('schema');
  const indexes = fingerprintOf(connection);
  const newest = newestOf(plan);
  const holder = randomUUID();
  for (;;) {
    const state = await states.findOne({ _id: 'schema' });
    refuseUnknown(state ?? (await findUnversioned(connection, states)), plan, newest);
    const isMigrated =
      state?.version === newest && state.indexes === indexes && state.readableFrom !== undefined;
    if (isMigrated && stepsToNarrow(state, plan).length === 0) return;
    if (await takeLease(states, holder, plan)) break;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  const lease = holdLease(states, holder, plan.leaseMs);
  try {
    await buildIndexes(connection);
    // Read again: another process may have migrated while this one waited for the lease.
    const found = await states.findOne({ _id: 'schema' });
    const done = found?.version ?? plan.oldestMigrated;
    const context = { models, connection, log: plan.log };
    const held = { _id: 'schema', 'lease.holder': holder } as const;
    for (const { version, run } of plan.migrations.filter((step) => step.version > done)) {
      lease.check();
      await run(context);
      if (oldestRunning(found, newest, plan.leaseMs) === newest)
        await states.updateOne(held, { $set: { version } });
    }
    lease.check();
    // Read again: an older process may have started during the migration.
    const version = oldestRunning(await states.findOne({ _id: 'schema' }), newest, plan.leaseMs);
    const isNew = done < newest || version < newest || found?.since === undefined;
    await states.updateOne(held, {
      $set: { version, indexes, ...(isNew ? { since: new Date() } : {}) },
      $max: { readableFrom: plan.readableFrom },
    });
    for (const step of isNew ? [] : stepsToNarrow(found, plan)) {
      lease.check();
      await step.narrow?.(context);
      await states.updateOne(held, {
        $set: { narrowed: step.version },
        $max: { readableFrom: step.version },
      });
    }
  } finally {
    lease.stop();
    await states.updateOne({ _id: 'schema', 'lease.holder': holder }, { $set: { lease: null } });
  }
}

/** @throws {DatabaseError} for data that this version can neither serve nor migrate; changes nothing */
export async function refuseUnknownData(db: mongo.Db, plan: MigrationPlan<never>): Promise<void> {
  refuseUnknown(await db.collection<SchemaState>('schema').findOne({ _id: 'schema' }), plan, newestOf(plan));
}

export const newestOf = ({ migrations, oldestMigrated }: MigrationPlan<never>): number =>
  migrations.at(-1)?.version ?? oldestMigrated;

/** The lowest version of all running processes, including this one. */
export function oldestRunning(state: SchemaState | null, newest: number, leaseMs = defaultLeaseMs): number {
  const { $gt: from, $lte: to } = endsAhead(systemClock, leaseMs);
  const atWork = Object.values(state?.processes ?? {}).filter(({ endsAt }) => endsAt > from && endsAt <= to);
  return Math.min(newest, ...atWork.map(({ version }) => version));
}

/** The migrations whose contract phase is due. */
function stepsToNarrow<Models>(
  state: SchemaState | null,
  plan: MigrationPlan<Models>,
): ReadonlyArray<Migration<Models>> {
  const { migrations, narrowAfterMs = day, leaseMs } = plan;
  const newest = newestOf(plan);
  if (!state?.since || state.version < newest || oldestRunning(state, newest, leaseMs) < newest) return [];
  if (Date.now() - state.since.getTime() < narrowAfterMs) return [];
  const { narrowed = 0 } = state;
  return migrations.filter(({ version, narrow }) => narrow && version > narrowed);
}

/** The state of data that predates versions; null for an empty database. */
async function findUnversioned(
  { db }: Connection,
  states: States,
): Promise<Pick<SchemaState, 'version' | 'readableFrom'> | null> {
  const collections = (await db?.listCollections({}, { nameOnly: true }).toArray()) ?? [];
  if (collections.length === 0) return null;
  // A process that fills the empty database at the same time writes its state before its first collection.
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
    // The document exists with a valid lease: the upsert matched nothing and could not insert.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Creates missing collections and indexes; one command per collection needs one pass over its documents. Drops nothing. */
export async function buildIndexes({ models }: Connection): Promise<void> {
  await Promise.all(
    Object.values(models).map(async (model) => {
      await model.createCollection();
      const indexes = model.schema.indexes().map(([key, options]) => ({ ...options, key }));
      // Safe: schemas use only the server's index options.
      if (indexes.length > 0) await model.collection.createIndexes(indexes as mongo.IndexDescription[]);
    }),
  );
}

/** A hash of all index definitions. */
function fingerprintOf({ models }: Connection): string {
  const indexes = Object.values(models).map((model) => [model.collection.name, model.schema.indexes()]);
  return hash('sha256', JSON.stringify(indexes));
}
