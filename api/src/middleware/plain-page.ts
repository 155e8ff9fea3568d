import type { IncomingMessage } from 'node:http';
import type Koa from 'koa';
import { escapeHtml } from '../escape-html.ts';
import type { RequestState } from '../state.ts';

// What pages without scripts share: the page as visitors get it, and putting into it what was found or sent.

/** The rendered page of the request's address, whatever was asked of it, as text. */
export async function readPlainPage(
  ctx: Koa.ParameterizedContext<RequestState>,
  site: Koa.Middleware,
): Promise<string> {
  const { method, url } = ctx;
  const { headers }: IncomingMessage = ctx.req;
  const before = { ...headers };
  Object.assign(headers, { 'accept-encoding': 'identity', 'if-none-match': undefined });
  ctx.method = 'GET';
  ctx.url = `${ctx.path}?${withoutScripts}`;
  try {
    await site(ctx, async () => {});
    return String(ctx.body);
  } finally {
    ctx.method = method;
    ctx.url = url;
    Object.assign(headers, before);
    for (const name of ['ETag', 'Content-Encoding', 'Content-Length']) ctx.remove(name);
  }
}

/** The query of a page that is asked for by a browser without scripts. */
export const withoutScripts = 'scripts=none';

/** Puts texts into the fields of a form, or of a whole page. */
export function fillFields(html: string, values: Iterable<readonly [name: string, value: string]>): string {
  let filled = html;
  for (const [name, value] of values) {
    const text = escapeHtml(value);
    const isChosen = (element: string) => element.includes(` value="${text}"`);
    filled = filled
      .replace(new RegExp(`<select [^>]*name="${name}"[^]*?</select>`), (select) =>
        select.replaceAll(/<option [^>]*>/g, (option) => mark(option, 'selected', isChosen(option))),
      )
      .replaceAll(new RegExp(`<input [^>]*name="${name}"[^>]*>`, 'g'), (input) =>
        input.includes(' type="radio"')
          ? mark(input, 'checked', isChosen(input))
          : input.replace(/ value="[^"]*"/, () => ` value="${text}"`),
      );
  }
  return filled;
}

function mark(element: string, word: string, isChosen: boolean): string {
  return element.replace(` ${word}=""`, '').replace(/\/?>$/, (end) => (isChosen ? ` ${word}=""${end}` : end));
}
