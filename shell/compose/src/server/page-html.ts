import { hash } from 'node:crypto';
import { constants } from 'node:zlib';
import type Koa from 'koa';
import { escapeHtml } from '../escape-html.ts';
import { keepQuery } from '../model/keep-query.ts';
import { createByteCache } from './byte-cache.ts';
import { acceptedEncodings, compressText, type TextEncoding } from './compress-text.ts';
import { noscriptAddress, noscriptQuery } from './noscript.ts';
import type { PageCache } from './page-cache.ts';
import type { FoundPage } from './page-files.ts';

type PageEncoding = TextEncoding | 'identity';

/** One page's HTML. */
export interface PageHtml {
  etag: string;
  /** CSP sources of its inline styles. */
  inlineStyles: string[];
  identity: Buffer;
  /** Compresses it on the first request and caches the result; the slowest level is never awaited. */
  body(encoding: PageEncoding): Promise<Buffer>;
  /** As small as it gets; `body` gives it from then on. */
  smallest(encoding: PageEncoding): Promise<Buffer>;
}

/** Compression levels. Brotli reduces 164 kB to 33 in 4 ms at level 5, and to less than 30 in some 500 ms at 11. */
const fast = { br: 5, gzip: 4 };
const most = { br: constants.BROTLI_MAX_QUALITY, gzip: constants.Z_BEST_COMPRESSION };

/** Queue of the slowest level: one page at a time, because the server has other work. */
let underWay: Promise<unknown> = Promise.resolve();
let queued = 0;
/** Compressed copies of a page are smaller than half of it, both together. */
export const sizeOfCopies = 0.5;

/** Its longest, because pages wait in memory: others are queued by a later request. */
const mostQueued = 50;

interface Copies {
  bodies: Map<PageEncoding, Promise<Buffer>>;
  smallest: Map<PageEncoding, Promise<Buffer>>;
}
/** Compressed copies by the hash of a page: the same HTML comes for several readers, compositions and queries. */
const copiesOf = createByteCache<Copies>(24 * 1024 * 1024);

/** Remembers a copy, and forgets it if it fails. */
function remember(copies: Map<PageEncoding, Promise<Buffer>>, encoding: PageEncoding, made: Promise<Buffer>) {
  copies.set(encoding, made);
  made.catch(() => copies.delete(encoding));
  return made;
}

/**
 * Creates a page from its HTML.
 *
 * @param isForMany whether it has many readers: all but the first get the smallest form
 */
export function createPageHtml(html: string, inlineStyles: string[], isForMany = false): PageHtml {
  const identity = Buffer.from(html);
  const compress = async (encoding: PageEncoding, levels: typeof fast) =>
    encoding === 'identity' ? identity : compressText(identity, encoding, levels);
  const id = hash('sha256', identity).slice(0, 24);
  const copies: Copies = copiesOf.get(id) ?? { bodies: new Map(), smallest: new Map() };
  copiesOf.set(id, copies, identity.length * sizeOfCopies);
  const { bodies, smallest } = copies;
  const page: PageHtml = {
    // Weak, because all encodings share it.
    etag: `W/"${id}"`,
    inlineStyles,
    identity,
    body(encoding) {
      if (isForMany && encoding !== 'identity' && !smallest.has(encoding) && queued < mostQueued)
        void page.smallest(encoding).catch(() => {});
      return bodies.get(encoding) ?? remember(bodies, encoding, compress(encoding, fast));
    },
    smallest(encoding) {
      const known = smallest.get(encoding);
      if (known) return known;
      const made = remember(
        smallest,
        encoding,
        underWay.then(() => compress(encoding, most)),
      );
      queued += 1;
      underWay = made
        .then(
          () => bodies.set(encoding, made),
          () => {},
        )
        .finally(() => {
          queued -= 1;
        });
      return made;
    },
  };
  return page;
}

/** Sends a page in the way that its reader prefers. */
export async function sendPage(ctx: Koa.Context, { body }: Pick<PageHtml, 'body'>): Promise<void> {
  const [encoding = 'identity'] = acceptedEncodings(ctx);
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.body = await body(encoding);
}

/** Sends HTML for one reader. */
export const sendHtml = (ctx: Koa.Context, html: string): Promise<void> =>
  sendPage(ctx, createPageHtml(html, []));

/** Redirects browsers without scripts to the rendered page and the results of lists. */
const leadingOn = `<noscript><meta http-equiv="refresh" content="0; url=?${noscriptQuery}"></noscript>`;
export const leadOn = (html: string) => html.replace('<title>', (tag) => leadingOn + tag);

/** Reloads a page for browsers without scripts: it is being rendered. */
export const reloadSoon = (html: string) =>
  html.replace('<title>', '<noscript><meta http-equiv="refresh" content="2"></noscript><title>');
/**
 * Puts the notices of a page that browsers render into the bar and footer of a rendered one: whoever lacks the scripts, or has lost them, finds their
 * way on.
 *
 * @param frame a rendered page in the same language
 */
export function withFrame(html: string, frame: string, language: string): string {
  const [, start, end] = /^([^]*<main\b[^>]*>)[^]*(<\/main>[^]*)$/.exec(frame) ?? [];
  if (start === undefined) return html;
  const framed = (notice: string) => `<div lang="${language}">${start}${notice}${end}</div>`;
  return html
    .replace(
      /(<noscript id="needs-scripts">)([^]*?)(?=<\/noscript>)/,
      // An element of its kind would end the one around it.
      (_whole, tag: string, notice: string) => tag + framed(notice).replaceAll(/(<\/?)noscript\b/g, '$1span'),
    )
    .replace(
      /(<template id="fatal-error">)([^]*?)(?=<\/template>)/,
      (_whole, tag: string, notices: string) =>
        tag + notices.replace(new RegExp(`<section [^>]*lang="${language}"[^]*?</section>`), framed),
    );
}

/** Maximum length of a query that is passed on. */
const mostQuery = 2_000;

/**
 * Adds the request's query, such as a search, to the redirect of browsers without scripts, except `scripts`, which would override ours, and to
 * the page's links to itself. With a secret there is no redirect.
 */
export function createQueryPages(
  cache: PageCache,
): (
  made: PageHtml,
  page: Pick<FoundPage, 'address' | 'secrets' | 'queries'>,
  asked: { path: string; querystring: string },
) => Promise<PageHtml> {
  return async (made, { address: own, secrets, queries }, { path, querystring }) => {
    const query = new URLSearchParams(querystring.length > mostQuery ? '' : querystring);
    // What a secret is for needs scripts: the page says so, and its address stays for loading it again.
    const isWithoutScripts = query.get('scripts') === 'none';
    const isSecret = secrets.some((name) => query.has(name));
    for (const name of ['scripts', ...secrets]) query.delete(name);
    // Other spellings of an address have no rendered page.
    const target = path === own ? '' : own;
    const leads = made.identity.includes(leadingOn);
    // All others share their bytes, whatever else an address says, such as where its reader comes from.
    if (!leads && !isWithoutScripts && !queries) return made;
    if (query.size === 0 && target === '' && !isSecret) return made;
    const address = noscriptAddress(target, query.toString());
    return cache(`${made.etag} ${isSecret} ${address}`, async () => {
      const html = made.identity
        .toString()
        .replace(leadingOn, (element) =>
          isSecret ? '' : element.replace(`?${noscriptQuery}`, () => escapeHtml(address)),
        )
        // So does the notice that they are lost.
        .replaceAll(
          `href="${own}?${noscriptQuery}"`,
          () => `href="${own}${escapeHtml(noscriptAddress('', query.toString()))}"`,
        );
      return createPageHtml(withQueryInLinks(html, own, query, queries), made.inlineStyles);
    });
  };
}

/**
 * Adds a request's query to the page's links to itself: to those in another language all of it, to those of its forms (`queries`) all but which
 * form it is.
 */
function withQueryInLinks(
  html: string,
  own: string,
  query: URLSearchParams,
  queries?: readonly string[],
): string {
  return html.replaceAll(
    /(<a [^>]*href=")([^"?#]*)(?:\?([^"#]*))?"/g,
    (link, start: string, path: string, search?: string) => {
      const isOwn = queries !== undefined && path === own;
      if (!isOwn && (path !== '' || !search)) return link;
      const wanted = new URLSearchParams(search?.replaceAll('&amp;', '&'));
      const all = keepQuery(wanted, query, isOwn ? queries : []);
      return `${start}${path}${all.size > 0 ? `?${escapeHtml(all.toString())}` : ''}"`;
    },
  );
}
