import type Koa from 'koa';

/** The query of a page that is asked for by a browser without scripts. */
export const noscriptQuery = 'scripts=none';

export const isNoscript = ({ querystring }: Pick<Koa.Request, 'querystring'>): boolean =>
  new URLSearchParams(querystring).get('scripts') === 'none';
