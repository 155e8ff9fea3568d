import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'bson';
import { startEmbeddedMongo } from 'embedded-mongo';
import * as fc from 'fast-check';
import { open } from 'lmdb';
import { MongoClient } from 'mongodb';
import { beforeAll, expect, test } from 'vitest';
import { parseCollation } from '../src/query/collation.ts';
import { prefixOf, rangeOf, section } from '../src/storage/keyspace.ts';
import { type AnyDocument, ensureBuilt, temporaryFolder } from './testing/database.ts';

beforeAll(ensureBuilt);

const letters = [
  ...' \t_-–,;:!¡?¿.\'"«»()[]{}@*/\\&#%^+<=>|~$€09aAbBcdeEiIjlmnostTuvwxyz',
  ...'àáâãäåçèéêëìíîïñòóôõöøœæßðđħłıŋþśšūűÉÑØ',
];
const word = fc.array(fc.constantFrom(...letters), { maxLength: 5 }).map((all) => all.join(''));
const sensitivities = { 1: 'base', 2: 'accent', 3: 'variant' } as const;
const pairs = [
  ['cotè', 'coté'],
  ['a12', 'a103'],
  ['a b', 'ab'],
  ['Straße', 'strasse'],
  ['ß', 'śś'],
  ['œ', 'Øê'],
  ['a\0', 'a'],
] as const;

test.each([1, 2, 3] as const)("texts stand in ICU's order at strength %i", (strength) => {
  for (const numericOrdering of [false, true]) {
    const collation = parseCollation({ locale: 'en', strength, numericOrdering });
    const icu = new Intl.Collator('en', { sensitivity: sensitivities[strength], numeric: numericOrdering });
    const key = (text: string) => Buffer.from(collation?.key(text) ?? '');
    const check = (a: string, b: string): void =>
      expect(Math.sign(Buffer.compare(key(a), key(b))), `${a} and ${b}`).toBe(Math.sign(icu.compare(a, b)));
    for (const [a, b] of pairs) check(a, b);
    fc.assert(
      fc.property(word, word, word, (a, b, c) => {
        check(a, b);
        check(a + b, a + c);
      }),
      { numRuns: 2000 },
    );
  }
});

/** Stores a collection's indexes as an earlier version did: without the order's version, and with other keys. */
async function makeOld(dataDir: string): Promise<void> {
  const path = join(dataDir, 'embedded-mongo.mdb');
  const file = open<Buffer, Buffer>({ path, keyEncoding: 'binary', encoding: 'binary' });
  const catalog = await file.getRange(rangeOf(prefixOf(0, section.catalog))).asArray;
  for (const { key, value } of catalog) {
    const stored = deserialize(value);
    const old = stored.indexes.filter((index: AnyDocument) => delete index.collationVersion);
    await file.put(key, Buffer.from(serialize({ ...stored, indexes: old })));
    for (const { section: part, spec } of old) {
      if (!spec.collation) continue;
      const entries = [...file.getRange(rangeOf(prefixOf(stored.id, part)))];
      for (const entry of entries) await file.remove(entry.key);
      // The same keys, each with the next document's record.
      for (const [i, entry] of entries.entries())
        await file.put(entry.key, entries[(i + 1) % entries.length]?.value ?? entry.value);
    }
  }
  await file.close();
}

test('rebuilds an index with an old key order at startup', async () => {
  const dataDir = temporaryFolder();
  const collation = { locale: 'en', strength: 2 };
  const run = async <T>(use: (client: MongoClient) => Promise<T>): Promise<T> => {
    const server = await startEmbeddedMongo({ dataDir, flush: false });
    const client = await new MongoClient(server.uri).connect();
    try {
      return await use(client);
    } finally {
      await client.close();
      await server.close();
    }
  };
  const read = async (client: MongoClient) => {
    const found = client.db('shop').collection<AnyDocument>('items').find({ name: 'COTÉ' }, { collation });
    const { executionStats } = await found.clone().explain('executionStats');
    return { ids: (await found.toArray()).map(({ _id }) => _id), examined: executionStats.totalDocsExamined };
  };
  await run(async (client) => {
    const items = client.db('shop').collection<AnyDocument>('items');
    await items.insertMany(['coté', 'cotè', 'a_b', 'ab'].map((name, _id) => ({ _id, name })));
    await items.createIndex({ name: 1 }, { collation, unique: true });
    expect(await read(client)).toEqual({ ids: [0], examined: 1 });
  });
  await makeOld(dataDir);
  // Until it is rebuilt, queries scan the collection; then they use the index, also after a restart.
  await run((client) =>
    expect.poll(() => read(client), { timeout: 20_000 }).toEqual({ ids: [0], examined: 1 }),
  );
  await run(async (client) => expect(await read(client)).toEqual({ ids: [0], examined: 1 }));
  rmSync(dataDir, { recursive: true });
});
