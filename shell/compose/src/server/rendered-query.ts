import { previewParameter } from '../model/composition.ts';
import type { FoundPage } from './page-files.ts';
import { languageParameter } from './search-engines.ts';

/**
 * Finds the rendered query that fits an address: empty for the page without a query, null if the page looks different at this address.
 *
 * @param page.queries queries that the page declares; without them the parameters that rendering has read decide
 * @param readReads reads the names of these parameters, `*` for all; undefined if they are unknown
 */
export async function fittingQuery(
  { queries, secrets }: Pick<FoundPage, 'queries' | 'secrets'>,
  querystring: string,
  readReads: () => Promise<readonly string[] | undefined>,
): Promise<string | null> {
  const asked = [...new URLSearchParams(querystring)].filter(([name]) => name !== languageParameter);
  if (asked.length === 0) return '';
  const others = ['scripts', previewParameter, ...secrets];
  if (asked.some(([name]) => others.includes(name))) return null;
  if (queries) return declaredQuery(queries, asked);
  const reads = await readReads();
  return !reads || reads.includes('*') || asked.some(([name]) => reads.includes(name)) ? null : '';
}

/**
 * Finds the search of an address: the parameters that the page's list knows, trimmed, without empty ones, in the declared order. Empty if it
 * searches for nothing, null if the page has no search or looks different at this address for another reason.
 *
 * @param readReads as in `fittingQuery`
 */
export async function searchIn(
  page: Pick<FoundPage, 'queries' | 'search' | 'secrets'>,
  querystring: string,
  readReads: () => Promise<readonly string[] | undefined>,
): Promise<string | null> {
  if (!page.search) return null;
  const others = new URLSearchParams(querystring);
  const search = new URLSearchParams();
  for (const name of page.search) {
    const value = others.get(name)?.trim();
    if (value) search.set(name, value);
    others.delete(name);
  }
  return (await fittingQuery(page, others.toString(), readReads)) === '' ? search.toString() : null;
}

/** The address of a list's call, with a search. */
export function searchCall(call: string, search: string): string {
  if (search === '') return call;
  const [path, own] = call.split('?');
  const query = new URLSearchParams(own);
  for (const [name, value] of new URLSearchParams(search)) query.set(name, value);
  return `${path}?${query}`;
}

function declaredQuery(queries: readonly string[], asked: [name: string, value: string][]): string | null {
  const declared = queries.map((query) => ({ query, pairs: [...new URLSearchParams(query)] }));
  const wanted = asked.filter(([own]) => declared.some(({ pairs }) => pairs.some(([name]) => name === own)));
  if (wanted.length === 0) return '';
  const fitting = (isAny: boolean) =>
    declared.find(
      ({ pairs }) =>
        pairs.length === wanted.length &&
        pairs.every(([name, value]) =>
          wanted.some(
            ([own, said]) => own === name && said !== '' && (said === value || (isAny && value === '')),
          ),
        ),
    );
  return (fitting(false) ?? fitting(true))?.query ?? null;
}
