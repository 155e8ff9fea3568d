import { randomInt } from 'node:crypto';
import { decode } from '../values/decode.ts';
import { encode } from '../values/encode.ts';
import type { Catalog } from './catalog.ts';
import { prefixOf, rangeOf, section } from './keyspace.ts';
import type { Store } from './store.ts';
import type { CommitNotes, Touched } from './view.ts';

/** Commits that were not taken yet. */
export interface Pending {
  /** All commits up to this number were taken. */
  readonly after: number;
  /** Each later commit's changes, in order. */
  readonly changes: Uint8Array<ArrayBuffer>[];
}

const stateKey = prefixOf(0, section.changes);

function keyOf(commit: number): Buffer {
  const key = prefixOf(0, section.changes, 6);
  key.writeUIntBE(commit, 6, 6);
  return key;
}

/**
 * Keeps each commit's documents in the data file until they are taken. They are written in the same commit, so a crash loses none. A
 * commit's number is lmdb's plus a random base, which ties a consumer's numbers to this data file.
 */
export class PendingChanges implements CommitNotes {
  private readonly store: Store;
  private readonly catalog: Catalog;
  private readonly base: number;
  private after: number;

  private constructor(store: Store, catalog: Catalog, base: number, after: number) {
    [this.store, this.catalog, this.base, this.after] = [store, catalog, base, after];
  }

  /** @param isWanted undefined continues as the data file says; if commits are missing, recording starts anew, or ends */
  static open(store: Store, catalog: Catalog, isWanted?: boolean): PendingChanges | undefined {
    const stored = store.get(stateKey);
    const { base, after, commit } = JSON.parse(String(stored ?? '{}')) as Record<string, number>; // safe: written below
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

  /** Frees all commits up to this number, with the next commit. */
  take(number: number): void {
    this.after = Math.max(this.after, number);
  }

  /** Records a commit's documents at its end; undefined if there are none. */
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
 * Encodes a commit's changes as concatenated BSON documents: `{ ns, n, put: DOCUMENT }` for each written one and `{ ns, n, gone: ID }`
 * for each removed one, with the commit's number.
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
  // Its own buffer, which can be transferred to another thread.
  return new Uint8Array(Buffer.concat(parts));
}

/** Copies the stored bytes: decoding and encoding them again would take longer than the commit. */
function putOf(names: { ns: string; n: number }, document: Uint8Array): Uint8Array {
  const head = Buffer.from(encode(names));
  const field = Buffer.from('\x03put\0', 'latin1');
  const bytes = Buffer.concat([head.subarray(0, -1), field, document, Buffer.alloc(1)]);
  bytes.writeInt32LE(bytes.length, 0);
  return bytes;
}
