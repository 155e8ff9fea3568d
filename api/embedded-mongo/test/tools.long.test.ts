import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startEmbeddedMongo } from 'embedded-mongo';
import { BSON, Decimal128, Double, Long, MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnyDocument, startDatabase, type TestDatabase, temporaryFolder } from './testing/database.ts';

const command = fileURLToPath(new URL('../bin/embedded-mongo.js', import.meta.url));
const { MONGODB_URI: _, ...env } = process.env;
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [command, ...args], { env, timeout: 60_000 });

let db: TestDatabase;
let folder: string;
beforeAll(async () => {
  db = await startDatabase();
  folder = temporaryFolder();
  await db.client.db('site').createCollection('members', { collation: { locale: 'en', strength: 2 } });
  const members = db.client.db('site').collection<AnyDocument>('members');
  await members.createIndex({ email: 1 }, { unique: true });
  await members.insertMany([
    {
      _id: 1,
      email: 'a',
      amount: Decimal128.fromString('1.10'),
      one: new Double(1),
      big: Long.fromString('9007199254740993'),
      at: new Date(5),
      regex: new BSON.BSONRegExp('^a', 'i'),
    },
    { _id: 3, email: 'c', text: 'lines\u2028and\r\nends' },
    { _id: 2, email: 'b', bytes: new BSON.Binary(Buffer.from([1]), 0x80), list: [null, { deep: true }] },
  ]);
});
afterAll(async () => {
  await db.stop();
  rmSync(folder, { recursive: true, force: true });
});

const rawDocuments = async (client: MongoClient): Promise<string[]> => {
  const docs = await client.db('site').collection('members').find({}, { raw: true }).toArray();
  return docs.map((doc) => Buffer.from(doc as unknown as Uint8Array).toString('hex'));
};

test('backup copies the data of a server that is running', { timeout: 60_000 }, async () => {
  const target = join(folder, 'backup');
  await run('backup', '--data', db.dataDir, '--to', target);
  await expect(run('backup', '--data', db.dataDir, '--to', target)).rejects.toMatchObject({
    stderr: expect.stringContaining('exists already'),
  });
  const copy = await startEmbeddedMongo({ dataDir: target });
  const client = await new MongoClient(copy.uri).connect();
  expect(await rawDocuments(client)).toEqual(await rawDocuments(db.client));
  await client.close();
  await copy.close();
});

test('a wrong call says how to call it', async () => {
  await expect(run('nonsense')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('embedded-mongo backup'),
  });
  await expect(run('backup')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--to is missing'),
  });
  expect((await run('--help')).stdout).toContain('--port PORT');
});
