import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from './testing/database.ts';

const run = promisify(execFile);

let db: TestDatabase;
// A separate folder: 300 packages that nothing else needs (docs/decisions/0280).
const folder = mkdtempSync(path.join(tmpdir(), 'mongosh-'));
const shell = path.join(folder, 'node_modules/mongosh/bin/mongosh.js');
beforeAll(async () => {
  await run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', 'mongosh@2.12.0']);
  db = await startDatabase();
});
afterAll(async () => {
  await db?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a script in mongosh like a user, and returns its output. */
async function mongosh(script: string): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    [shell, db.uri, '--quiet', '--norc', '--json=relaxed', '--eval', script],
    { timeout: 60_000 },
  );
  return stdout.trim();
}

test('mongosh connects and runs everyday commands', { timeout: 120_000 }, async () => {
  const script = `
    const shop = db.getSiblingDB('shop');
    shop.items.insertMany([{ _id: 1, n: 1 }, { _id: 2, n: 2 }]);
    shop.items.createIndex({ n: 1 });
    shop.items.updateOne({ _id: 1 }, { $set: { s: 'x' } });
    print(EJSON.stringify({
      version: db.version(),
      dbs: db.adminCommand({ listDatabases: 1 }).databases.map((one) => one.name),
      collections: shop.getCollectionNames(),
      found: shop.items.find({ n: { $gt: 0 } }).sort({ n: -1 }).toArray(),
      plan: shop.items.find({ n: 1 }).explain().queryPlanner.winningPlan.inputStage.stage,
      stats: shop.items.stats().count,
      dbStats: shop.stats().objects,
      hello: db.hello().isWritablePrimary,
      host: typeof db.hostInfo().system.numCores,
      status: db.serverStatus().ok,
      users: db.runCommand({ connectionStatus: 1 }).authInfo.authenticatedUsers,
      aggregate: shop.items.aggregate([{ $group: { _id: null, sum: { $sum: '$n' } } }]).toArray(),
      unknown: (() => { try { db.runCommand({ nonsense: 1 }); } catch (error) { return error.codeName; } })(),
    }));
    shop.dropDatabase();`;
  expect(
    JSON.parse((await mongosh(script)).split('\n').find((line) => line.startsWith('{"version"')) ?? ''),
  ).toEqual({
    version: '7.0.0',
    dbs: ['shop'],
    collections: ['items'],
    found: [
      { _id: 2, n: 2 },
      { _id: 1, n: 1, s: 'x' },
    ],
    plan: 'IXSCAN',
    stats: 2,
    dbStats: 2,
    hello: true,
    host: 'number',
    status: 1,
    users: [],
    aggregate: [{ _id: null, sum: 3 }],
    unknown: 'CommandNotFound',
  });
});

test('mongosh runs a transaction', { timeout: 120_000 }, async () => {
  const out = await mongosh(`
    const session = db.getMongo().startSession();
    const items = session.getDatabase('shop').getCollection('pairs');
    session.startTransaction(); items.insertOne({ _id: 1 }); session.abortTransaction();
    session.startTransaction(); items.insertOne({ _id: 2 }); session.commitTransaction();
    print('ids ' + items.find().toArray().map((doc) => doc._id).join());`);
  expect(out).toContain('ids 2');
});

test('mongosh gets an error for each helper that the README says does not work', {
  timeout: 120_000,
}, async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const paragraph = /^- What shells ask of a server's inside\..*(?:\n  .*)*/m.exec(readme)?.[0] ?? '';
  const helpers = [...paragraph.matchAll(/`([^`]+)`/g)].map(([, helper]) => helper);
  expect(helpers.length).toBeGreaterThan(40);
  // Cursors only send their command when they are read.
  const out = await mongosh(`
    db = db.getSiblingDB('helpers');
    db.items.insertOne({ n: 1 });
    db.items.createIndex({ n: 1 });
    const works = ${JSON.stringify(helpers)}.filter((helper) => {
      try { const found = eval(helper); if (found?.tryNext) found.tryNext(); return true; } catch { return false; }
    });
    print('works ' + EJSON.stringify(works));
    db.dropDatabase();`);
  expect(out).toContain('works []');
});
