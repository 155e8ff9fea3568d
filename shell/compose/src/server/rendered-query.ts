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

function declaredQuery(queries: readonly string[], asked: [name: string, value: string][]): string | null {
  const [first, ...more] = asked.filter(([name]) => queries.some((query) => query.startsWith(`${name}=`)));
  if (!first) return '';
  const [name, value] = first;
  const fitting = [`${name}=${value}`, `${name}=`].find((query) => queries.includes(query));
  return (more.length === 0 && value !== '' && fitting) || null;
}
