import { choicesOf, isNoscript, noscriptAddress } from '@frens/compose/server';
import { escapeHtml } from '@frens/contract/escape-html';
import type Koa from 'koa';
import type { RequestState } from '../state.ts';
import { fillFields, forwardToCall, type NoscriptOptions, sendFilledPage } from './noscript-page.ts';

/** Pages that can be searched without scripts: their calls, and whether results link to pages readable without scripts. */
const searches: Record<string, { call: string; fields: readonly string[]; isLinked?: boolean }> = {
  '/groups': { call: '/api/circles', fields: ['q'], isLinked: true },
  '/panda': { call: '/api/pandas', fields: ['q', 'kind', 'sort'] },
};

/** Where members without scripts are led: what they can read. */
export const noscriptHome = '/groups';

/** Turns the address of such a list into its form without scripts: where they were lost, it would never arrive. Leaves others alone. */
export function noscriptList(address: string): string {
  const { pathname, search, hash } = new URL(address, 'https://site.invalid');
  return pathname in searches ? noscriptAddress(pathname, search) + hash : address;
}

const reading: readonly string[] = ['GET', 'HEAD'];

/** The page size, as in lists with scripts. */
const mostFound = 24;

/** Where a rendered page puts results (`NoscriptResults` of the platform): the text for none, and the link to the next page. */
const results =
  /<noscript data-results="[^"]*">(<p[^>]*>[^]*?<\/p>)(<a [^>]*)href="[^"]*"([^]*?<\/a>)<\/noscript>/;

/** Where a rendered page says how many a list shows (`NoscriptFound` of the platform): a sentence for each number. */
const counts = /<noscript data-found="">([^]*?)<\/noscript>/;

/**
 * Handles lists and searches of rendered pages without scripts (`?scripts=none`). Forwards each in process to the call that the script
 * would make, so that everybody sees what they may, and renders the result as links.
 */
export function answerNoscriptSearches({
  site,
  report,
  limit,
}: NoscriptOptions): Koa.Middleware<RequestState> {
  return async function answerNoscriptSearches(ctx, next) {
    const search = searches[ctx.path];
    const asked = new URLSearchParams(ctx.querystring);
    const chosen = choicesOf(ctx.querystring);
    if (!search || !reading.includes(ctx.method) || !isNoscript(ctx) || !ctx.accepts('html')) return next();
    limit(ctx);
    const page = ctx.path;
    const typed = search.fields.flatMap((name) => {
      const value = asked.get(name);
      return value ? [[name, value] as const] : [];
    });
    const query = new URLSearchParams(Object.fromEntries(typed));
    const cursor = asked.get('cursor');
    if (cursor !== null) query.set('cursor', cursor);
    query.set('limit', String(mostFound));
    const { status, refusal } = await forwardToCall(ctx, next, `${search.call}?${query.toString()}`, report);
    // Safe: both calls have this response in the contract.
    const items = refusal === null ? (ctx.body as Found[]) : [];
    const found =
      refusal === null
        ? listOf(search.isLinked ? page : null, items)
        : `<p role="alert">${escapeHtml(refusal)}</p>`;
    const more = refusal === null ? nextPage(page, ctx.response.get('Link'), chosen) : null;
    return sendFilledPage(ctx, site, status, (html) =>
      keepChoices(fillFields(html, typed), chosen)
        .replace(results, (_whole, none: string, link: string, words: string) => {
          const goesOn = more === null ? '' : `${link}href="${escapeHtml(more)}"${words}`;
          return `<noscript>${found || none}${goesOn}</noscript>`;
        })
        .replace(counts, (_whole, sentences: string) => {
          // Of a later page it is unknown how many came before.
          const count = cursor === null ? (more === null ? items.length : 'more') : 0;
          const [, words = ''] = new RegExp(`data-count="${count}">([^<]*)`).exec(sentences) ?? [];
          return `<noscript>${words}</noscript>`;
        }),
    );
  };
}

/** The displayed fields of a circle or Panda. */
interface Found {
  id: string;
  name: string;
  description?: string;
}

function listOf(page: string | null, found: readonly Found[]): string {
  const items = found.map(({ id, name, description }) => {
    const title = `<bdi>${escapeHtml(name)}</bdi>`;
    const heading = page === null ? title : `<a href="${page}/${escapeHtml(id)}">${title}</a>`;
    return `<li><p>${heading}</p>${description ? `<p dir="auto">${escapeHtml(description)}</p>` : ''}</li>`;
  });
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
}

/** Keeps the page's language and preview in a search. */
const keepChoices = (html: string, chosen: URLSearchParams) =>
  html.replace('<input type="hidden" name="scripts" value="none"/>', (input) =>
    [...chosen].reduce(
      (inputs, [name, value]) =>
        `${inputs}<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}"/>`,
      input,
    ),
  );

/** The address of a call's next page; null on the last page. */
function nextPage(page: string, link: string, chosen: URLSearchParams): string | null {
  const [, query] = /^<[^?]*\?([^>]*)>; rel="next"/.exec(link) ?? [];
  return query === undefined ? null : noscriptAddress(page, `${query}&${chosen.toString()}`);
}
