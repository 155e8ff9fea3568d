import type { SortOrder } from 'mongoose';
import { Types } from 'mongoose';
import { invalidField } from './errors.ts';
import type { ApiContext } from './state.ts';

interface Row {
  _id: Types.ObjectId;
  createdAt: Date;
}

export const newestFirst: Record<string, SortOrder> = { createdAt: -1, _id: -1 };

/** The filter that goes on after a cursor, in the order of `newestFirst`. */
export function after(cursor: string | undefined): Record<string, unknown> {
  if (cursor === undefined) return {};
  const [, time, id] = /^(\d{1,16})\.([0-9a-f]{24})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (time === undefined || id === undefined) throw invalidField('cursor', 'validation.cursor');
  const createdAt = new Date(Number(time));
  if (Number.isNaN(createdAt.getTime())) throw invalidField('cursor', 'validation.cursor');
  return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: new Types.ObjectId(id) } }] };
}

/**
 * Cuts rows that were read with `limit + 1` to one page, and names the next page in the `Link` header when there is
 * one (D1).
 */
export function pageOf<Item extends Row>(ctx: ApiContext, rows: Item[], limit: number): Item[] {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length > limit && last) {
    const search = new URLSearchParams(ctx.querystring);
    const cursor = `${last.createdAt.getTime()}.${last._id.toHexString()}`;
    search.set('cursor', Buffer.from(cursor).toString('base64url'));
    ctx.set('Link', `<${ctx.path}?${search.toString()}>; rel="next"`);
  }
  return page;
}

/** Text that people typed, as a pattern that means exactly that text. */
export function literalPattern(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'), 'i');
}
