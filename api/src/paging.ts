import type { SortOrder } from 'mongoose';
import { Types } from 'mongoose';
import { invalidField } from './errors.ts';
import type { ApiContext } from './state.ts';

/** Where a document stands in a list that is newest first. */
export interface Position {
  _id: Types.ObjectId;
  createdAt: Date;
}

export const newestFirst: Record<string, SortOrder> = { createdAt: -1, _id: -1 };

/** How many documents one page reads at most, however many of them the caller may not see or did not ask for (D1). */
export const readBudget = 5000;
const largestBatch = 1000;
/** Of a list that hides rows so many are read at once beyond a page, so that a few hidden ones cost no second look. */
const sparePart = 0.1;

/** Where a page begins; null for the first. */
export function positionOf(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null;
  const [, time, id] = /^(\d{1,16})\.([0-9a-f]{24})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (time === undefined || id === undefined) throw invalidField('cursor', 'validation.cursor');
  const createdAt = new Date(Number(time));
  if (Number.isNaN(createdAt.getTime())) throw invalidField('cursor', 'validation.cursor');
  return { createdAt, _id: new Types.ObjectId(id) };
}

/**
 * The filter that goes on after a position, in the order of `newestFirst`. The range comes first and alone bounds the
 * index, so a page deep in the list costs what the first one does; the rest parts those of the same millisecond.
 */
export function positionFilter(position: Position | null) {
  if (!position) return {};
  const { createdAt, _id } = position;
  return {
    createdAt: { $lte: createdAt },
    $or: [{ createdAt: { $lt: createdAt } }, { _id: { $lt: _id } }],
  };
}

export interface PageSource<Row extends Position, Item> {
  /** Reads the next rows after a position, newest first. */
  read(after: Position | null, limit: number): Promise<Row[]>;
  /** The rows as the caller sees them, in their places; what is not for the caller is null. */
  present(rows: Row[]): Promise<Array<Item | null>> | Array<Item | null>;
  /** No row is hidden: nothing is read to spare. */
  isWhole?: boolean;
}

interface Paging {
  limit: number;
  cursor?: string;
}

/**
 * Fills one page with what the caller may see, reading on past what is hidden, and names the next page in the `Link`
 * header when there is one (D1). Gives up after `readBudget` documents, with a `Link` to go on from there.
 */
export async function readPage<Row extends Position, Item>(
  ctx: ApiContext,
  { limit, cursor }: Paging,
  { read, present, isWhole = false }: PageSource<Row, Item>,
): Promise<Item[]> {
  const items: Item[] = [];
  let position = positionOf(cursor);
  let last = position;
  let left = readBudget;
  const spare = isWhole ? 0 : Math.ceil(limit * sparePart);
  for (let size = limit + 1 + spare; ; ) {
    const rows = await read(position, size);
    const shown = await present(rows);
    for (const [place, row] of rows.entries()) {
      const item = shown[place] ?? null;
      if (item === null) continue;
      if (items.length === limit) {
        linkNext(ctx, last ?? row);
        return items;
      }
      items.push(item);
      last = row;
    }
    position = rows.at(-1) ?? position;
    left -= rows.length;
    if (rows.length < size || !position) return items;
    if (left <= 0) {
      linkNext(ctx, position);
      return items;
    }
    // As many as were needed for each item so far, for what is missing and to spare.
    const perItem = (readBudget - left) / (items.length + 1);
    size = Math.min(Math.ceil((limit + 1 - items.length + spare) * perItem), largestBatch, left);
  }
}

/** Pages of rows that everybody may see. */
export function pageOfAll<Row extends Position>(
  ctx: ApiContext,
  paging: Paging,
  read: PageSource<Row, Row>['read'],
): Promise<Row[]> {
  return readPage(ctx, paging, { read, present: (rows) => rows, isWhole: true });
}

/** One list out of several that are each newest first. */
export function mergeNewestFirst<Row extends Position>(lists: readonly Row[][], limit: number): Row[] {
  return lists
    .flat()
    .sort(
      (a, b) =>
        b.createdAt.getTime() - a.createdAt.getTime() || (a._id.toHexString() < b._id.toHexString() ? 1 : -1),
    )
    .slice(0, limit);
}

function linkNext(ctx: ApiContext, { createdAt, _id }: Position): void {
  const search = new URLSearchParams(ctx.querystring);
  search.set('cursor', Buffer.from(`${createdAt.getTime()}.${_id.toHexString()}`).toString('base64url'));
  ctx.set('Link', `<${ctx.path}?${search.toString()}>; rel="next"`);
}
