import { createHash, randomUUID } from 'node:crypto';
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
  /** Widens: adds what this version needs, and leaves what the one before reads and writes. */
  run(context: MigrationContext<Models>): Promise<void>;
  /** Narrows: takes away what only older versions need, once none of them has been at work for `narrowAfterMs`. It shuts the way back. */
  narrow?(context: MigrationContext<Models>): Promise<void>;
}

interface MigrationContext<Models> {
  models: Models;
  connection: Connection;
  log?: Logger | undefined;
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
  /** How long the lease of a dead process blocks others, and how long it counts as being at work. */
  leaseMs?: number;
  /** How long the way back stays open after the last older process has gone; a day by default. */
  narrowAfterMs?: number;
  /** Whether other processes may be at work on the data at the same time: the embedded database has one. */
  isShared?: boolean;
}

export interface SchemaState {
  _id: 'schema';
  version: number;
  /** The oldest version whose release may serve the data; absent in data of older releases, which allowed no way back. */
  readableFrom?: number;
  /** Fingerprint of the indexes that were built. */
  indexes: string;
  lease: { holder: string; endsAt: Date } | null;
  /** The processes at work on shared data. */
  processes?: Record<string, { version: number; endsAt: Date }>;
  /** Since when the data has this version and no older process is at work. */
  since?: Date;
  /** Up to which version steps have narrowed. */
  narrowed?: number;
}

const pollMs = 200;

/**
 * Brings collections, indexes and data to this version. Each step runs once, in whichever process gets the lease; the others
 * wait. While an older process is at work, the data keeps its version, so the steps are repeated after it. Newer data is served when it says that this release can; it is then marked with this version, so that the newer release
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
    // Read again: another process may have migrated while this one waited.
    const found = await states.findOne({ _id: 'schema' });
    const done = found?.version ?? plan.oldestMigrated;
    const context = { models, connection, log: plan.log };
    const held = { _id: 'schema', 'lease.holder': holder } as const;
    for (const { version, run } of plan.migrations.filter((step) => step.version > done)) {
      lease.check();
      await run(context);
      if (oldestAtWork(found, newest, plan.leaseMs) === newest)
        await states.updateOne(held, { $set: { version } });
    }
    lease.check();
    // Read again: an older process may have started meanwhile.
    const version = oldestAtWork(await states.findOne({ _id: 'schema' }), newest, plan.leaseMs);
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

/** @throws DatabaseError for data that this version can neither serve nor migrate; it changes nothing */
export async function refuseUnknownData(db: mongo.Db, plan: MigrationPlan<never>): Promise<void> {
  refuseUnknown(await db.collection<SchemaState>('schema').findOne({ _id: 'schema' }), plan, newestOf(plan));
}

export const newestOf = ({ migrations, oldestMigrated }: MigrationPlan<never>): number =>
  migrations.at(-1)?.version ?? oldestMigrated;

/** The lowest version of the processes at work, or this one where none is older. */
export function oldestAtWork(state: SchemaState | null, newest: number, leaseMs = defaultLeaseMs): number {
  const { $gt: from, $lte: to } = endsAhead(systemClock, leaseMs);
  const atWork = Object.values(state?.processes ?? {}).filter(({ endsAt }) => endsAt > from && endsAt <= to);
  return Math.min(newest, ...atWork.map(({ version }) => version));
}

/** The steps whose second half is due. */
function stepsToNarrow<Models>(
  state: SchemaState | null,
  plan: MigrationPlan<Models>,
): ReadonlyArray<Migration<Models>> {
  const { migrations, narrowAfterMs = day, leaseMs } = plan;
  const newest = newestOf(plan);
  if (!state?.since || state.version < newest || oldestAtWork(state, newest, leaseMs) < newest) return [];
  if (Date.now() - state.since.getTime() < narrowAfterMs) return [];
  const { narrowed = 0 } = state;
  return migrations.filter(({ version, narrow }) => narrow && version > narrowed);
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

/** Creates missing collections and indexes, all of a collection's in one command and one pass over its documents; drops nothing. */
export async function buildIndexes({ models }: Connection): Promise<void> {
  await Promise.all(
    Object.values(models).map(async (model) => {
      await model.createCollection();
      const indexes = model.schema.indexes().map(([key, options]) => ({ ...options, key }));
      // True because schemas have no other options of indexes than the server's.
      if (indexes.length > 0) await model.collection.createIndexes(indexes as mongo.IndexDescription[]);
    }),
  );
}

/** Changes whenever an index does. */
function fingerprintOf({ models }: Connection): string {
  const indexes = Object.values(models).map((model) => [model.collection.name, model.schema.indexes()]);
  return createHash('sha256').update(JSON.stringify(indexes)).digest('hex');
}
