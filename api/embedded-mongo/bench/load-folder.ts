import { Catalog, type Collection, type Index } from '../src/storage/catalog.ts';
import { documentKey, keyOfName, nameOf, writeRecordId } from '../src/storage/keyspace.ts';
import { encodeDocument, entriesOf } from '../src/storage/records.ts';
import { Store } from '../src/storage/store.ts';
import type { Document } from '../src/values/types.ts';

/** Documents or entries written in one commit. */
const itemsPerCommit = 20_000;
/** The value of an index entry is the number of its record. */
const holderLength = 6;

/**
 * Fills the empty collections of a data folder that no server is using, several times as fast as a server could and in
 * half the room: every key of the file is written in its order, so that pages are left full and never copied. Nothing is
 * checked: the documents must be what a server would take, with no two of a unique key. What is cut off is of no use.
 * @param documentsOf the documents of a collection, by its name, which are asked for once; undefined leaves it as it is
 */
export async function loadFolder(
  dataDir: string,
  db: string,
  documentsOf: (collection: string) => Iterable<Document> | undefined,
): Promise<void> {
  const store = new Store(dataDir, false);
  try {
    const catalog = new Catalog(store);
    // In the order of their keys, which begin with the number of the collection.
    for (const collection of catalog.collections(db).sort((one, other) => one.id - other.id)) {
      const documents = documentsOf(collection.name);
      if (documents) loadCollection(store, collection, documents);
    }
    store.commit(() => catalog.saveShapes());
  } finally {
    await store.close();
  }
}

function loadCollection(store: Store, collection: Collection, documents: Iterable<Document>): void {
  // Entries wait until they can be sorted, as text, which takes a third of the memory that buffers take.
  const waiting = new Map<Index, string[]>(collection.indexes.map((index) => [index, []]));
  writeAll(store, documents, (doc) => {
    const recordId = collection.nextRecordId++;
    const holder = nameOf(writeRecordId(recordId));
    for (const [name, { index }] of entriesOf(collection, recordId, doc)) {
      // What is no unique key ends with its holder as it is.
      waiting.get(index)?.push(index.unique ? name + holder : name);
    }
    store.put(documentKey(collection.id, recordId), encodeDocument(doc));
  });
  for (const [{ unique }, entries] of [...waiting].sort(([one], [other]) => one.section - other.section)) {
    writeAll(store, entries.sort(), (entry) => {
      const bytes = keyOfName(entry);
      store.put(unique ? bytes.subarray(0, -holderLength) : bytes, bytes.subarray(-holderLength));
    });
    entries.length = 0;
  }
}

function writeAll<Item>(store: Store, items: Iterable<Item>, write: (item: Item) => void): void {
  const left = items[Symbol.iterator]();
  for (let next = left.next(); !next.done; ) {
    store.commit(() => {
      for (let count = 0; count < itemsPerCommit && !next.done; count += 1, next = left.next())
        write(next.value);
    });
  }
}
