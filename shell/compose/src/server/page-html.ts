import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type Koa from 'koa';
import { escapeHtml } from '../escape-html.ts';
import { noscriptAddress, noscriptQuery } from './noscript.ts';
import type { FoundPage } from './page-files.ts';

/** How a page may be sent. */
export type PageEncoding = 'br' | 'gzip' | 'identity';

/** The smallest first. */
const encodings = ['br', 'gzip'] as const;

/** One page's HTML. */
export interface PageHtml {
  etag: string;
  /** Sources of the styles that stand in it. */
  inlineStyles: string[];
  identity: Buffer;
  /** Compresses it on the first request and caches the result; the slowest level is never awaited. */
  body(encoding: PageEncoding): Promise<Buffer>;
  /** As small as it gets. */
  smallest(encoding: PageEncoding): Promise<Buffer>;
}

/** How much is done to make a page smaller. Of 164 kB brotli 5 leaves 33 in 4 ms, and 11 less than 30 in some 500. */
const fast = { brotli: 5, gzip: 4 };
const most = { brotli: constants.BROTLI_MAX_QUALITY, gzip: constants.Z_BEST_COMPRESSION };

/** What is being made smallest: one page at a time, because the server has other work. */
let underWay: Promise<unknown> = Promise.resolve();

/**
 * Makes a page of its HTML.
 *
 * @param isForMany whether it has many readers: all but the first get it as small as it gets
 */
export function createPageHtml(html: string, inlineStyles: string[], isForMany = false): PageHtml {
  const identity = Buffer.from(html);
  const compress = {
    br: ({ brotli }: typeof fast) =>
      promisify(brotliCompress)(identity, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: brotli,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        },
      }),
    gzip: (quality: typeof fast) => promisify(gzip)(identity, { level: quality.gzip }),
    identity: async () => identity,
  };
  const bodies = new Map<PageEncoding, Promise<Buffer>>();
  const smallest = new Map<PageEncoding, Promise<Buffer>>();
  const page: PageHtml = {
    // Weak: it is one for all encodings.
    etag: `W/"${createHash('sha256').update(identity).digest('hex').slice(0, 24)}"`,
    inlineStyles,
    identity,
    body(encoding) {
      const known = bodies.get(encoding);
      if (known) return known;
      const body = compress[encoding](fast);
      bodies.set(encoding, body);
      if (isForMany && encoding !== 'identity')
        void page.smallest(encoding).then(
          (smaller) => bodies.set(encoding, Promise.resolve(smaller)),
          () => {},
        );
      return body;
    },
    smallest(encoding) {
      const known = smallest.get(encoding);
      if (known) return known;
      const made = underWay.then(() => compress[encoding](most));
      smallest.set(encoding, made);
      underWay = made.catch(() => {});
      return made;
    },
  };
  return page;
}

/** Sends a page in the smallest way that its reader takes. */
export async function sendPage(ctx: Koa.Context, { body }: Pick<PageHtml, 'body'>): Promise<void> {
  const encoding = encodings.find((name) => ctx.acceptsEncodings(name) === name) ?? 'identity';
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.body = await body(encoding);
}

/** Sends HTML that is made for one reader. */
export const sendHtml = (ctx: Koa.Context, html: string): Promise<void> =>
  sendPage(ctx, createPageHtml(html, []));

/** Leads browsers without scripts to the rendered page, and to what lists hold. */
const leadingOn = `<noscript><meta http-equiv="refresh" content="0; url=?${noscriptQuery}"></noscript>`;
export const leadOn = (html: string) => html.replace('<title>', (tag) => leadingOn + tag);
/** The longest query that goes along. */
const mostQuery = 2_000;
/** How many pages with a query are kept: some hundred kilobytes each. */
const mostWithQuery = 50;

/**
 * Makes what gives a page that leads browsers without scripts on the query that it was asked for by: what to show next, a search. Secrets
 * stay out of it, and so does a choice of scripts, which would be taken before ours. The newest are kept.
 */
export function createQueryPages(): (
  made: PageHtml,
  page: Pick<FoundPage, 'pattern' | 'secrets'>,
  asked: { path: string; querystring: string },
) => PageHtml {
  const kept = new Map<string, PageHtml>();
  return (made, { pattern, secrets }, { path, querystring }) => {
    const query = new URLSearchParams(querystring.length > mostQuery ? '' : querystring);
    for (const name of ['scripts', ...secrets]) query.delete(name);
    // An address that is written in another way has no rendered page.
    const target = pattern === undefined || path === pattern ? '' : pattern;
    if ((query.size === 0 && target === '') || !made.identity.includes(leadingOn)) return made;
    const address = noscriptAddress(target, query.toString());
    const key = `${made.etag} ${address}`;
    const known = kept.get(key);
    if (known) return known;
    const html = made.identity
      .toString()
      .replace(leadingOn, (element) => element.replace(`?${noscriptQuery}`, () => escapeHtml(address)));
    const page = createPageHtml(html, made.inlineStyles);
    // The oldest makes room.
    for (const oldest of kept.keys()) if (kept.size >= mostWithQuery) kept.delete(oldest);
    kept.set(key, page);
    return page;
  };
}
