import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ObjectId } from 'bson';
import { afterAll, expect, test } from 'vitest';
import { loadFolder } from '../bench/load-folder.ts';
import { Catalog } from '../src/storage/catalog.ts';
import { ownerPrefix, rangeOf } from '../src/storage/keyspace.ts';
import { insert } from '../src/storage/records.ts';
import { Store } from '../src/storage/store.ts';

const root = mkdtempSync(join(tmpdir(), 'load-folder-'));
afterAll(() => rmSync(root, { recursive: true }));

/** The CommonJS copy of bson, which packages such as mongoose load. */
const foreign = createRequire(import.meta.url)('bson') as { ObjectId: typeof ObjectId };

const documents = Array.from({ length: 500 }, (_, n) => ({
  _id: (n * 7) % 500,
  name: `${n % 13} of ${n}`,
  owner: new ObjectId((n % 17).toString(16).padStart(24, '0')),
  tags: n % 3 === 0 ? [] : [`even-${n % 2}`, n, 'x'.repeat(n === 499 ? 3000 : 1)],
}));

/** A folder with two collections, one of them empty. */
async function makeFolder(name: string, fill: (store: Store, catalog: Catalog) => void): Promise<string> {
  const dataDir = join(root, name);
  const store = new Store(dataDir, false);
  const catalog = new Catalog(store);
  store.commit(() => {
    const collection = catalog.ensure('site', 'things');
    catalog.addIndex(collection, { v: 2, key: { name: -1 }, name: 'name_-1', unique: true });
    catalog.addIndex(collection, { v: 2, key: { tags: 1, name: 1 }, name: 'tags_1_name_1' });
    catalog.addIndex(collection, { v: 2, key: { owner: 1 }, name: 'owner_1' });
    for (const index of collection.indexes) index.building = false;
    catalog.save(collection);
    catalog.ensure('site', 'others');
    fill(store, catalog);
    catalog.saveShapes();
  });
  await store.close();
  return dataDir;
}

/** All keys and values of the collections, and the catalog's state of their indexes. */
async function contentOf(dataDir: string) {
  const store = new Store(dataDir, false);
  const catalog = new Catalog(store);
  const entries = catalog
    .collections('site')
    .flatMap(({ id }) => [...store.range(rangeOf(ownerPrefix(id)))])
    .map(({ key, value }) => `${key.toString('hex')} ${value.toString('hex')}`);
  const indexes = catalog.find('site', 'things').indexes.map(({ name, multikeyFields, truncated }) => {
    return { name, multikeyFields, truncated };
  });
  await store.close();
  return { entries, indexes };
}

test('a bulk-loaded folder equals one filled by inserts', async () => {
  const inserted = await makeFolder('inserted', (store, catalog) => {
    for (const doc of documents) insert(store, catalog.find('site', 'things'), doc);
  });
  const loaded = await makeFolder('loaded', () => {});
  const theirs = documents.map((doc) => ({ ...doc, owner: new foreign.ObjectId(doc.owner.toHexString()) }));
  await loadFolder(loaded, 'site', (name) => (name === 'things' ? theirs : undefined));
  const content = await contentOf(loaded);
  expect(content).toEqual(await contentOf(inserted));
  expect(content.entries.length).toBeGreaterThan(2000);
});
