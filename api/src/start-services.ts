import { existsSync } from 'node:fs';
import { access, constants, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { EventLoopUtilityFunction } from 'node:perf_hooks';
import type { EmbeddedMongo } from 'embedded-mongo';
import mongoose from 'mongoose';
import { second, systemClock } from './clock.ts';
import { type Config, ConfigError } from './config.ts';
import { DatabaseError, openDatabase } from './database/database.ts';
import { logDatabaseState } from './database/log-database-state.ts';
import { refuseUnknownData } from './database/migrate.ts';
import { UnreadableFile } from './environment.ts';
import { createJobs } from './jobs/queue.ts';
import type { Worker } from './jobs/worker.ts';
import { createLog } from './log.ts';
import type { Outbox } from './mail/outbox.ts';
import { migrationPlan } from './migrations/index.ts';
import { createPasswordHasher } from './passwords/password-hasher.ts';
import { waitingCounts } from './resources/composition/report-store.ts';
import { createMailWorker } from './resources/mail-worker.ts';
import { createModels } from './resources/models.ts';
import { type SeedReport, seedIfEmpty } from './scripts/seed-if-empty.ts';
import type { Services } from './services.ts';

export interface StartedServices {
  services: Services;
  /** The seed's report; null when seeding is off or the database held data. */
  seeded: SeedReport | null;
  /** The job queue's worker, not yet started. */
  worker: Worker;
  /** The outbox of a development server. */
  outbox: Outbox | null;
  /** Utilization of the embedded database's thread; undefined when another process runs the database. */
  databaseUtilization: EventLoopUtilityFunction | undefined;
  /** The location of the data, for people. */
  dataPlace: string;
  /** @param patience how many milliseconds the running job may still take; unlimited without it */
  close(patience?: number): Promise<void>;
}

/** Whether a startup error's message suffices without its stack. */
export function isExpected(error: unknown): error is Error {
  return error instanceof ConfigError || error instanceof DatabaseError || error instanceof UnreadableFile;
}

interface StartOptions {
  /** Connect to a running site's embedded database, if there is one. */
  beside?: boolean;
  /** The embedded database must exist: read-only commands must not create one. */
  existing?: boolean;
  /** Receives the changes of each commit of the embedded database; null: not recorded. */
  onCommit?: ((changes: Uint8Array) => void) | null | undefined;
  /** Receives the embedded database once it is open. */
  onOpen?: ((database: EmbeddedMongo) => void) | undefined;
  /** Runs before anything opens the data, in parallel with setup that needs no data. */
  beforeOpen?: (() => Promise<void>) | undefined;
}

/** Opens everything the API needs: database, log and password hasher. */
export async function startServices(config: Config, options: StartOptions = {}): Promise<StartedServices> {
  const { mongodbUri } = config;
  const starting = mongodbUri === null ? startEmbedded(config.dataDir, options) : null;
  const openAddress = async () => {
    await options.beforeOpen?.();
    return withDatabase(mongodbUri ?? '');
  };
  try {
    const log = createLog(config);
    const address = starting ? starting.then(({ uri }) => uri) : openAddress();
    const db = await openDatabase(address, createModels, {
      ...migrationPlan,
      isShared: starting === null,
      log,
    });
    const server = await starting;
    const clock = systemClock;
    const stopLogging = logDatabaseState(db.connection.getClient(), log);
    const jobs = createJobs(db.models.Job, clock);
    const services: Services = { config, db, clock, log, jobs, passwords: createPasswordHasher() };
    const { mailer, worker } = createMailWorker(services);
    if (config.production && config.smtpUrl === null)
      log.warn('SMTP_URL is not set: mails wait in the queue, untried, until a start with it.');
    const seeded = config.seedDemo ? await seedIfEmpty(services) : null;
    return {
      services,
      seeded,
      worker,
      outbox: mailer.outbox,
      databaseUtilization: server?.utilization,
      dataPlace: server ? config.dataDir : 'the database that MONGODB_URI names',
      async close(patience) {
        stopLogging();
        await worker.stop(patience);
        mailer.close();
        await waitingCounts(services).flush();
        await db.close();
        await server?.close();
      },
    };
  } catch (error) {
    await starting?.then((server) => server.close()).catch(() => undefined);
    throw error;
  }
}

/**
 * Checks through the server that has the embedded database open whether this release can serve its data.
 *
 * @throws {DatabaseError} when it cannot
 */
export async function refuseUnservable({ dataDir }: Config): Promise<void> {
  const { findRunningServer } = await import('embedded-mongo');
  const running = await findRunningServer(path.join(dataDir, 'db'));
  const options = { serverSelectionTimeoutMS: 2 * second };
  // If that server stops right now, the check happens when this process opens the data.
  const client =
    running && (await mongoose.mongo.MongoClient.connect(withDatabase(running), options).catch(() => null));
  if (!client) return;
  try {
    await refuseUnknownData(client.db(), migrationPlan);
  } finally {
    await client.close();
  }
}

async function startEmbedded(
  dataDir: string,
  { beside, existing, onCommit, onOpen, beforeOpen }: StartOptions,
) {
  if (existing && !existsSync(path.join(dataDir, 'db')))
    throw new DatabaseError(
      `There is no data in ${dataDir}. Set DATA_DIR or MONGODB_URI as the server has them.`,
    );
  try {
    await makeFolder(dataDir);
    await access(dataDir, constants.W_OK);
  } catch (cause) {
    throw new DatabaseError(`The data folder ${dataDir} cannot be written. Set DATA_DIR to one that can.`, {
      cause,
    });
  }
  // Imported lazily: not needed with MONGODB_URI.
  const { findRunningServer, startEmbeddedMongo } = await import('embedded-mongo');
  const folder = path.join(dataDir, 'db');
  const running = beside ? await findRunningServer(folder) : undefined;
  if (running) return { uri: withDatabase(running), utilization: undefined, close: async () => {} };
  // The database is private: its socket lies in its folder, which only this user can open.
  try {
    const server = await startEmbeddedMongo({ dataDir: folder, onCommit, beforeOpen });
    onOpen?.(server);
    return { ...server, uri: withDatabase(server.uri) };
  } catch (cause) {
    // For example, another process locks the folder; the database's message says so in one sentence.
    throw new DatabaseError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Like a recursive `mkdir`, which in Node 20 never returns for paths below `/proc`. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    // Safe: making a folder throws only system errors.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    if (code !== 'ENOENT' || existsSync(path.dirname(folder))) throw error;
    await makeFolder(path.dirname(folder));
    await mkdir(folder);
  }
}

/** Adds the default database name to a connection string, unless it names one. */
export function withDatabase(uri: string, name = 'frens'): string {
  const [, server, query = ''] = /^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?(\?.*)?$/.exec(uri) ?? [];
  return server === undefined ? uri : `${server}/${name}${query}`;
}
