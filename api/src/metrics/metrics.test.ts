import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { mongo } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../database/ids.ts';
import { logDatabaseState } from '../database/log-database-state.ts';
import { rootDir } from '../environment.ts';
import { createLog } from '../log.ts';
import { serveApp } from '../testing/serve-app.ts';
import { createTestClient, startTestApp, type TestApp } from '../testing/test-app.ts';
import { createMetrics } from './metrics.ts';

let app: TestApp;
let metrics: ReturnType<typeof createMetrics>;
beforeAll(async () => {
  app = await startTestApp();
  metrics = createMetrics({
    ...app.services,
    liveComposition: async () => 'c1',
    disk: { read: async () => [{ name: 'DATA_DIR', path: '/data', free: 5000, size: 90_000 }] },
    backupState: async () => ({
      newest: new Date('2026-11-24T03:15:00Z'),
      checked: new Date('2026-11-24T03:16:00Z'),
      behind: 0.5,
    }),
    versionHealth: async () => [
      {
        version: 'mf-quiz@2',
        composition: 'c1',
        visits: 40,
        failures: { 'REMOTE-104': 3 },
        vitals: { INP: [30, 1, 2] },
      },
      { version: 'mf-quiz@2', composition: null, visits: 5, failures: {}, vitals: {} },
    ],
  });
});
afterAll(() => app.close());

/** A server with metrics, for one test. */
async function serve(metricsToken: string | null) {
  const config = { ...app.services.config, metricsToken };
  const { url, close } = await serveApp({ ...app.services, config, metrics });
  return { client: createTestClient(url), close };
}

it('exposes requests by call and status, the queue, the pool, the composition and the process', async () => {
  const { client, close } = await serve(null);
  const { Job } = app.services.db.models;
  const now = new Date();
  await Job.create({ _id: newId(), kind: 'mail', payload: {}, runAt: now, createdAt: now, deadAt: now });
  await client.send('GET', '/api/user');
  metrics.recordJob('mail', 'failed');
  const response = await client.send('GET', '/metrics');
  expect(response.headers.get('Content-Type')).toContain('text/plain');
  const text = await response.text();
  for (const line of [
    'frens_http_request_duration_seconds_count{route="GET /api/user",status="401"} 1',
    'frens_jobs{kind="mail",state="dead"} 1',
    'frens_disk_free_bytes{place="DATA_DIR"} 5000',
    'frens_disk_size_bytes{place="DATA_DIR"} 90000',
    `frens_backup_newest_timestamp_seconds ${Date.parse('2026-11-24T03:15:00Z') / 1000}`,
    'frens_job_attempts_total{kind="mail",outcome="failed"} 1',
    'frens_composition_info{build="development",composition="c1"} 1',
    'frens_version_visits{version="mf-quiz@2",composition="c1"} 40',
    'frens_version_visits{version="mf-quiz@2",composition="earlier"} 5',
    'frens_version_failures{version="mf-quiz@2",composition="c1",code="REMOTE-104"} 3',
    'frens_version_vitals{version="mf-quiz@2",composition="c1",vital="INP",rating="good"} 30',
    'frens_version_vitals{version="mf-quiz@2",composition="c1",vital="INP",rating="poor"} 2',
    'frens_database_connections{state="busy"}',
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
  ]) {
    expect(text).toContain(line);
  }
  await close();
});

it('has every metric that alerts and dashboard use', async () => {
  const known = new Set(metrics.registry.getMetricsAsArray().map(({ name }) => name));
  for (const file of ['alerts.yml', 'dashboard.json']) {
    const text = readFileSync(path.join(rootDir, 'docs/deploy', file), 'utf8');
    const names = [...text.matchAll(/\b(?:frens|nodejs|process)_\w+/g)].map(([name]) => name);
    const base = (name: string) => name.replace(/_(bucket|count|sum)$/, '');
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !known.has(name) && !known.has(base(name)))).toEqual([]);
  }
});

it('is visible only on this machine, or with the token', async () => {
  const open = await serve(null);
  const handedOn = { headers: { 'X-Forwarded-For': '203.0.113.9' } };
  expect((await open.client.send('GET', '/metrics', handedOn)).status).toBe(404);
  await open.close();
  const closed = await serve('a-long-enough-token');
  const bring = (token: string) =>
    closed.client.send('GET', '/metrics', { headers: { Authorization: `Bearer ${token}` } });
  expect((await closed.client.send('GET', '/metrics')).status).toBe(404);
  expect((await bring('another-token')).status).toBe(404);
  expect((await bring('a-long-enough-token')).status).toBe(200);
  await closed.close();
});

it('keeps probes out of the log', async () => {
  const { client, close } = await serve(null);
  app.logged.length = 0;
  await client.send('GET', '/healthz');
  await client.send('GET', '/api/user');
  expect(app.logged.map(({ route }) => route)).toEqual(['GET /api/user']);
  await close();
});

it('logs when the database is lost and when it is back', () => {
  const client = new EventEmitter();
  const lines: Array<Record<string, unknown>> = [];
  const log = createLog(
    { logLevel: 'info', build: 'test' },
    { write: (line) => lines.push(JSON.parse(line)) },
  );
  // Safe: the code only subscribes to events.
  const stop = logDatabaseState(client as unknown as mongo.MongoClient, log);
  const tell = (...types: string[]) =>
    client.emit('topologyDescriptionChanged', {
      newDescription: { servers: new Map(types.map((type, index) => [String(index), { type }])) },
    });
  tell('RSPrimary', 'RSSecondary');
  tell('RSPrimary', 'Unknown');
  tell('Unknown', 'RSSecondary');
  tell('Unknown', 'Unknown');
  tell('RSPrimary');
  stop();
  // A deliberate close does not count as lost.
  tell('Unknown');
  expect(lines.map(({ msg }) => String(msg).slice(0, 20))).toEqual([
    'The database is lost',
    'The database is back',
  ]);
});
