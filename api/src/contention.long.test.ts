import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { openDatabase } from './database/database.ts';
import { migrationPlan } from './migrations/index.ts';
import { createModels } from './resources/models.ts';
import { type ApiProcesses, startApiProcesses, startDatabaseProcess } from './testing/api-processes.ts';
import { describeContention } from './testing/contention-suite.ts';
import { crowdEnvironment } from './testing/crowds.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';
import { testUri } from './testing/test-database.ts';

let app: TestApp | undefined;
let api: ApiProcesses | undefined;
let dataDir: string;
let server: Awaited<ReturnType<typeof startDatabaseProcess>> | undefined;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'frens-many-'));
  const { MONGODB_URI } = process.env;
  if (!MONGODB_URI) server = await startDatabaseProcess(path.join(dataDir, 'db'));
  const uri = testUri(MONGODB_URI ?? server?.uri ?? '');
  const db = await openDatabase(uri, createModels, migrationPlan);
  // For inspecting the database; the requests go to the processes.
  app = await startTestApp({}, { db, uri, close: () => db.close() });
  api = await startApiProcesses(uri, 2, dataDir, crowdEnvironment);
}, 120_000);
afterAll(async () => {
  await api?.close();
  await app?.services.db.connection.dropDatabase();
  await app?.close();
  await server?.close();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

describe('concurrent requests to two processes on one database', { timeout: 120_000 }, () => {
  describeContention(() => {
    if (!app || !api) throw new Error('The processes have not started.');
    return { services: app.services, urls: api.urls };
  }, 100);
});
