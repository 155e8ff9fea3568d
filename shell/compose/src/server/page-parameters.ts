import type Koa from 'koa';
import { previewParameter } from '../model/composition.ts';
import { languageParameter } from './search-engines.ts';

/** The parameters of an address that apply to every page: its language and the versions of a preview. */
export const choicesOf = (querystring: string): URLSearchParams =>
  new URLSearchParams(
    [...new URLSearchParams(querystring)].filter(([name]) =>
      [languageParameter, previewParameter].includes(name),
    ),
  );

/** The address of another page, with these parameters of a request's in place of its own. */
export function withChoices(address: string, { querystring }: Pick<Koa.Request, 'querystring'>): string {
  const choices = choicesOf(querystring);
  if (choices.size === 0) return address;
  const [page = ''] = address.split('#');
  const [path = '', query] = page.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  for (const [name, value] of choices) parameters.set(name, value);
  return `${path}?${parameters}${address.slice(page.length)}`;
}
