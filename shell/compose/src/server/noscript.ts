import type Koa from 'koa';

/** The query by which browsers without scripts request a page. */
export const noscriptQuery = 'scripts=none';

export const isNoscript = ({ querystring }: Pick<Koa.Request, 'querystring'>): boolean =>
  new URLSearchParams(querystring).get('scripts') === 'none';

/** The address of a page for browsers without scripts, with the rest of its query. */
export function noscriptAddress(pathname: string, querystring: string): string {
  const query = new URLSearchParams(querystring);
  query.delete('scripts');
  query.append('scripts', 'none');
  return `${pathname}?${query}`;
}
