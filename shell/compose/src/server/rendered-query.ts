import { previewParameter } from '../model/composition.ts';
import type { FoundPage } from './page-files.ts';
import { languageParameter } from './search-engines.ts';

/**
 * Finds the query that a page was rendered for which fits an address: empty for none, null where the page shows something else there.
 *
 * @param page.queries declared by the page; where it declares none, `reads` says what it asked for
 * @param readReads reads the names that rendering asked for, `*` for all; undefined where they are not known
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
