import { choicesOf, escapeHtml, isNoscript, noscriptAddress } from '@frens/compose/server';
import type Koa from 'koa';
import type { RequestState } from '../state.ts';
import { fillFields, forwardToCall, type NoscriptOptions, sendFilledPage } from './noscript-page.ts';

/** Pages whose searches browsers may send by themselves, the calls that they stand for, and whether one can read without scripts what is found. */
const searches: Record<string, { call: string; fields: readonly string[]; isLinked?: boolean }> = {
  '/groups': { call: '/api/circles', fields: ['q'], isLinked: true },
  '/panda': { call: '/api/pandas', fields: ['q', 'kind', 'sort'] },
};

const reading: readonly string[] = ['GET', 'HEAD'];

/** As many as the lists of pages with scripts show at a time. */
const mostFound = 24;

/** Where a rendered page takes what was found (`NoscriptResults` of the platform): what is said of nothing, and the link to more. */
const results =
  /<noscript data-results="[^"]*">(<p[^>]*>[^]*?<\/p>)(<a [^>]*)href="[^"]*"([^]*?<\/a>)<\/noscript>/;

/**
 * Lists and searches of rendered pages without scripts (`?scripts=none`, which such a page leads to): asked, within the process, by the call
 * that the page's script would make, so that everybody sees what they may. Its answer stands in the page as links.
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
    // True because the contract says so of both calls.
    const list = refusal === null ? listOf(search.isLinked ? page : null, ctx.body as Found[]) : null;
    const found = list ?? `<p role="alert">${escapeHtml(refusal ?? '')}</p>`;
    const more = refusal === null ? nextPage(page, ctx.response.get('Link'), chosen) : null;
    return sendFilledPage(ctx, site, status, (html) =>
      keepChoices(fillFields(html, typed), chosen).replace(
        results,
        (_whole, none: string, link: string, words: string) => {
          const goesOn = more === null ? '' : `${link}href="${escapeHtml(more)}"${words}`;
          return `<noscript>${found || none}${goesOn}</noscript>`;
        },
      ),
    );
  };
}

/** As much as is shown of a circle or a Panda. */
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

/** A search goes on in the language, and the preview, of its page. */
const keepChoices = (html: string, chosen: URLSearchParams) =>
  html.replace('<input type="hidden" name="scripts" value="none"/>', (input) =>
    [...chosen].reduce(
      (inputs, [name, value]) =>
        `${inputs}<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}"/>`,
      input,
    ),
  );

/** The page's address of what a call names as its next page; null where that is all. */
function nextPage(page: string, link: string, chosen: URLSearchParams): string | null {
  const [, query] = /^<[^?]*\?([^>]*)>; rel="next"/.exec(link) ?? [];
  return query === undefined ? null : noscriptAddress(page, `${query}&${chosen.toString()}`);
}
