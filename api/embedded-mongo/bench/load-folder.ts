import { Catalog, type Collection, type Index } from '../src/storage/catalog.ts';
import { documentKey, keyOfName, nameOf, writeRecordId } from '../src/storage/keyspace.ts';
import { encodeDocument, entriesOf } from '../src/storage/records.ts';
import { Store } from '../src/storage/store.ts';
import { decode } from '../src/values/decode.ts';
import type { Document } from '../src/values/types.ts';

/** Documents or entries written in one commit. */
const itemsPerCommit = 20_000;
/** Entries of an index that wait as they are. */
const textsPerRun = 2_000_000;
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
  const waiting = new Map<Index, SortedTexts>(collection.indexes.map((index) => [index, new SortedTexts()]));
  writeAll(store, documents, (doc) => {
    const recordId = collection.nextRecordId++;
    const holder = nameOf(writeRecordId(recordId));
    const bytes = encodeDocument(doc);
    // As a server reads it: its keys know their own copy of BSON's types alone, and documents may come with another's.
    for (const [name, { index }] of entriesOf(collection, recordId, decode(bytes))) {
      // What is no unique key ends with its holder as it is.
      waiting.get(index)?.add(index.unique ? name + holder : name);
    }
    store.put(documentKey(collection.id, recordId), bytes, true);
  });
  for (const [{ unique }, entries] of [...waiting].sort(([one], [other]) => one.section - other.section)) {
    writeAll(store, entries.inOrder(), (entry) => {
      const bytes = keyOfName(entry);
      store.put(unique ? bytes.subarray(0, -holderLength) : bytes, bytes.subarray(-holderLength), true);
    });
  }
}

/** Texts of one-byte characters, given back in order. All but the last of them wait packed, outside of the heap. */
class SortedTexts {
  private texts: string[] = [];
  private readonly runs: Buffer[] = [];

  add(text: string): void {
    if (this.texts.push(text) === textsPerRun) this.pack();
  }

  /** Makes the texts one run, which is in order by itself: each with its length before it. */
  private pack(): void {
    const run = Buffer.allocUnsafe(this.texts.reduce((sum, { length }) => sum + 2 + length, 0));
    let at = 0;
    for (const text of this.texts.sort()) {
      at = run.writeUInt16BE(text.length, at);
      at += run.write(text, at, 'latin1');
    }
    this.runs.push(run);
    this.texts = [];
  }

  *inOrder(): Generator<string> {
    const runs = [...this.runs.map(unpack), this.texts.sort().values()];
    this.runs.length = 0;
    // The greatest first, so that the least is taken from the end.
    const heads: Head[] = [];
    for (const rest of runs) putInOrder(heads, rest);
    for (let least = heads.pop(); least; least = heads.pop()) {
      yield least.text;
      putInOrder(heads, least.rest);
    }
  }
}

/** The next text of a run, and those that come after it. */
interface Head {
  text: string;
  rest: Iterator<string, undefined>;
}

/** Puts the next text of a run, if there is one, where it belongs among heads that go down. */
function putInOrder(heads: Head[], rest: Head['rest']): void {
  const { done, value: text } = rest.next();
  if (done) return;
  let [from, to] = [0, heads.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    // In between: from is at most middle, which is less than the length.
    if ((heads[middle] as Head).text > text) from = middle + 1;
    else to = middle;
  }
  heads.splice(from, 0, { text, rest });
}

function* unpack(run: Buffer): Generator<string, undefined> {
  for (let at = 0; at < run.length; ) {
    const end = at + 2 + run.readUInt16BE(at);
    yield run.toString('latin1', at + 2, end);
    at = end;
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
