import { randomInt } from 'node:crypto';
import { decode } from '../values/decode.ts';
import { encode } from '../values/encode.ts';
import type { Catalog } from './catalog.ts';
import { prefixOf, rangeOf, section } from './keyspace.ts';
import type { Store } from './store.ts';
import type { CommitNotes, Touched } from './view.ts';

/** What was committed and not taken yet. */
export interface Pending {
  /** All until this number was taken. */
  readonly after: number;
  /** The changes of each commit since then, in order. */
  readonly changes: Uint8Array<ArrayBuffer>[];
}

const stateKey = prefixOf(0, section.changes);

function keyOf(commit: number): Buffer {
  const key = prefixOf(0, section.changes, 6);
  key.writeUIntBE(commit, 6, 6);
  return key;
}

/**
 * The documents of each commit, in the data file until somebody has taken them: they share the fate of their commit, so a crash loses none.
 * A commit has the number of lmdb's and a random one, by which a data file knows that others speak of its commits.
 */
export class PendingChanges implements CommitNotes {
  private readonly store: Store;
  private readonly catalog: Catalog;
  private readonly base: number;
  private after: number;

  private constructor(store: Store, catalog: Catalog, base: number, after: number) {
    [this.store, this.catalog, this.base, this.after] = [store, catalog, base, after];
  }

  /** @param isWanted undefined goes on as the data file has it; where commits are missing, they begin anew, or end */
  static open(store: Store, catalog: Catalog, isWanted?: boolean): PendingChanges | undefined {
    const stored = store.get(stateKey);
    const { base, after, commit } = JSON.parse(String(stored ?? '{}')) as Record<string, number>; // written below
    if (commit === store.lastCommit() && base !== undefined && after !== undefined && isWanted !== false)
      return new PendingChanges(store, catalog, base, after);
    const clear = () => [...store.range(rangeOf(stateKey))].forEach(({ key }) => store.put(key));
    if (stored) store.commit(clear);
    if (!isWanted) return undefined;
    const random = randomInt(2 ** 47);
    const fresh = new PendingChanges(store, catalog, random, random + store.lastCommit());
    store.commit(() => fresh.add([]));
    return fresh;
  }

  list(): Pending {
    const entries = [...this.store.range({ ...rangeOf(stateKey), start: keyOf(0) })];
    return { after: this.after, changes: entries.map(({ value }) => new Uint8Array(value)) };
  }

  /** Lets all until this number go, with the next commit. */
  take(number: number): void {
    this.after = Math.max(this.after, number);
  }

  /** Notes the documents of a commit at its end; undefined where it has none. */
  add(touched: readonly Touched[]): Uint8Array<ArrayBuffer> | undefined {
    const { store, base, after } = this;
    const commit = store.commitNumber();
    const taken = store.range({ start: keyOf(0), end: keyOf(Math.max(0, after - base + 1)) });
    for (const { key } of taken) store.put(key);
    store.put(stateKey, Buffer.from(JSON.stringify({ base, after, commit })));
    const changes = encodeChanges(this.catalog, touched, base + commit);
    if (changes.length === 0) return undefined;
    store.put(keyOf(commit), changes);
    return changes;
  }
}

/**
 * The documents of a commit as BSON documents one after the other: `{ ns, n, put: DOCUMENT }` for each that was written and
 * `{ ns, n, gone: ID }` for each that was removed, with the number of the commit.
 */
function encodeChanges(catalog: Catalog, touched: readonly Touched[], n: number): Uint8Array<ArrayBuffer> {
  const names = new Map(catalog.all().map(({ id, ns }) => [id, ns]));
  const parts = touched.flatMap(({ key, value, before }) => {
    // Dropped collections are not reported.
    const ns = names.get(key.readUInt32BE(0));
    if (ns === undefined) return [];
    if (value) return [putOf({ ns, n }, value)];
    return before ? [encode({ ns, n, gone: decode(before)._id })] : [];
  });
  // A buffer of its own, which can be handed to another thread.
  return new Uint8Array(Buffer.concat(parts));
}

/** The stored bytes are copied as they are: reading them only to write them again takes longer than the commit. */
function putOf(names: { ns: string; n: number }, document: Uint8Array): Uint8Array {
  const head = Buffer.from(encode(names));
  const field = Buffer.from('\x03put\0', 'latin1');
  const bytes = Buffer.concat([head.subarray(0, -1), field, document, Buffer.alloc(1)]);
  bytes.writeInt32LE(bytes.length, 0);
  return bytes;
}
