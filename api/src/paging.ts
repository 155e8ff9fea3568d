import { hash } from 'node:crypto';
import type { QueryFilter, SortOrder } from 'mongoose';
import { Types } from 'mongoose';
import type { ModelOf } from './database/any-model.ts';
import { batchFind } from './database/batch-loader.ts';
import { invalidField } from './errors.ts';
import type { ApiContext } from './state.ts';

/** A document's position in a list sorted by time, newest first. */
export interface Position {
  _id: Types.ObjectId;
  createdAt: Date;
}

export const newestFirst: Record<string, SortOrder> = { createdAt: -1, _id: -1 };

/** A document's position in a list sorted by a number, highest first; times count in milliseconds. */
export interface Mark {
  value: number;
  _id: Types.ObjectId;
}

/** The maximum of documents that one page reads, however many of them are hidden from the caller or do not match (D1). */
export const readBudget = 5000;
const largestBatch = 1000;
/** The part of a page that is read in addition when rows may be hidden, so that a few hidden rows cost no second query. */
const sparePart = 0.1;

/** The maximum of row hashes in a cursor: 2.7 kB of URL, which every proxy accepts. */
const maxRowHashes = 500;

/** Short hashes of the rows already shown, for lists whose order changes while a member pages. */
class ShownRows {
  readonly #hashes: Set<number>;

  constructor(cursor: string | undefined) {
    const bytes = Buffer.from(cursor?.split('.')[1] ?? '', 'base64url');
    if (bytes.length % 4 !== 0) throw invalidField('cursor', 'validation.cursor');
    this.#hashes = new Set(
      Array.from({ length: bytes.length / 4 }, (_, place) => bytes.readUInt32BE(place * 4)),
    );
  }

  has({ _id }: Mark): boolean {
    return this.#hashes.has(shortHashOf(_id));
  }

  add({ _id }: Mark): void {
    this.#hashes.add(shortHashOf(_id));
  }

  toString(): string {
    const bytes = Buffer.alloc(Math.min(this.#hashes.size, maxRowHashes) * 4);
    for (const [place, hash] of [...this.#hashes].slice(-maxRowHashes).entries())
      bytes.writeUInt32BE(hash, place * 4);
    return bytes.toString('base64url');
  }
}

function shortHashOf(id: Types.ObjectId): number {
  return hash('sha256', id.id, 'buffer').readUInt32BE(0);
}

/** Decodes a cursor; null for the first page. */
export function markOf(cursor: string | undefined): Mark | null {
  if (cursor === undefined) return null;
  const [mark = ''] = cursor.split('.');
  const [, value, id] = /^(\d{1,16})\.([0-9a-f]{24})$/.exec(Buffer.from(mark, 'base64url').toString()) ?? [];
  if (value === undefined || id === undefined) throw invalidField('cursor', 'validation.cursor');
  return { value: Number(value), _id: new Types.ObjectId(id) };
}

/** Decodes a cursor of a list sorted by time; null for the first page. */
export function positionOf(cursor: string | undefined): Position | null {
  return positionAt(markOf(cursor));
}

/** Converts a mark to a position in a list sorted by time. */
export function positionAt(mark: Mark | null): Position | null {
  if (!mark) return null;
  const createdAt = new Date(mark.value);
  if (Number.isNaN(createdAt.getTime())) throw invalidField('cursor', 'validation.cursor');
  return { createdAt, _id: mark._id };
}

/**
 * The keyset filter after a position, in the order of `newestFirst`. The range comes first because it alone bounds the index scan,
 * so a deep page costs the same as the first; the rest breaks ties within a millisecond.
 */
export function positionFilter(position: Position | null) {
  if (!position) return {};
  const { createdAt, _id } = position;
  return {
    createdAt: { $lte: createdAt },
    $or: [{ createdAt: { $lt: createdAt } }, { _id: { $lt: _id } }],
  };
}

export interface PageSource<Row, Item, Place = Position> {
  /** Reads the next rows after a position, in the list's order. */
  read(after: Place | null, limit: number): Promise<Row[]>;
  /** Presents rows in their order; null for rows hidden from the caller. */
  present(rows: Row[]): Promise<Array<Item | null>> | Array<Item | null>;
  /** No row is hidden, so no spare rows are read. */
  isWhole?: boolean;
}

interface Paging {
  limit: number;
  cursor?: string;
}

/** A page of a list sorted by time; see `readMarkedPage`. */
export function readPage<Row extends Position, Item>(
  ctx: ApiContext,
  paging: Paging,
  { read, ...source }: PageSource<Row, Item>,
): Promise<Item[]> {
  return readMarkedPage(ctx, paging, {
    ...source,
    read: (after, limit) => read(positionAt(after), limit),
    markOf: ({ createdAt, _id }) => ({ value: createdAt.getTime(), _id }),
  });
}

/**
 * Fills one page with rows that the caller may see, skipping hidden ones, and sends the next page's address in the `Link` header
 * (D1). Stops after `readBudget` documents with a `Link` to continue.
 */
export async function readMarkedPage<Row, Item>(
  ctx: ApiContext,
  { limit, cursor }: Paging,
  source: PageSource<Row, Item, Mark> & {
    markOf(row: Row): Mark;
    /** Rows change their order while a member pages: skip those already shown. */
    isMoving?: boolean;
  },
): Promise<Item[]> {
  const items: Item[] = [];
  let position = markOf(cursor);
  let last = position;
  const shownBefore = source.isMoving ? new ShownRows(cursor) : null;
  let left = readBudget;
  const spare = source.isWhole ? 0 : Math.ceil(limit * sparePart);
  for (let size = limit + 1 + spare; ; ) {
    const rows = await source.read(position, size);
    const shown = await source.present(rows);
    for (const [place, row] of rows.entries()) {
      const item = shown[place] ?? null;
      const mark = source.markOf(row);
      if (item === null || shownBefore?.has(mark)) continue;
      if (items.length === limit) {
        linkNext(ctx, last ?? mark, shownBefore);
        return items;
      }
      items.push(item);
      shownBefore?.add(mark);
      last = mark;
    }
    const end = rows.at(-1);
    position = end ? source.markOf(end) : position;
    left -= rows.length;
    if (rows.length < size || !position) return items;
    if (left <= 0) {
      linkNext(ctx, position, shownBefore);
      return items;
    }
    // Extrapolates from the rows read per item so far.
    const perItem = (readBudget - left) / (items.length + 1);
    size = Math.min(Math.ceil((limit + 1 - items.length + spare) * perItem), largestBatch, left);
  }
}

/** A page of rows that everybody may see. */
export function pageOfAll<Row extends Position>(
  ctx: ApiContext,
  paging: Paging,
  read: PageSource<Row, Row>['read'],
): Promise<Row[]> {
  return readPage(ctx, paging, { read, present: (rows) => rows, isWhole: true });
}

/** Finds the newest documents, newest first. Batched with other reads of the same tick, see `batchFind`. */
export async function readNewest<Doc extends Position>(
  Model: ModelOf<Doc>,
  filter: QueryFilter<Doc>,
  limit: number,
): Promise<Doc[]> {
  const found = await batchFind(Model, filter, [{ $sort: { createdAt: -1, _id: -1 } }, { $limit: limit }]);
  return mergeNewestFirst([found], limit);
}

/** Merges lists that are each sorted newest first. */
export function mergeNewestFirst<Row extends Position>(lists: readonly Row[][], limit: number): Row[] {
  return lists.flat().sort(byNewest).slice(0, limit);
}

function byNewest(a: Position, b: Position): number {
  const apart = b.createdAt.getTime() - a.createdAt.getTime();
  if (apart !== 0 || a._id.equals(b._id)) return apart;
  return a._id.toHexString() < b._id.toHexString() ? 1 : -1;
}

function linkNext(ctx: ApiContext, { value, _id }: Mark, shown: ShownRows | null): void {
  const search = new URLSearchParams(ctx.querystring);
  const mark = Buffer.from(`${value}.${_id.toHexString()}`).toString('base64url');
  search.set('cursor', shown ? `${mark}.${shown.toString()}` : mark);
  ctx.set('Link', `<${ctx.path}?${search.toString()}>; rel="next"`);
}
