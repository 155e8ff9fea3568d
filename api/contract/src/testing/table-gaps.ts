import { z } from 'zod';
import { type Endpoint, parseKey, successStatus } from '../endpoint.ts';
import { commonRefusals, declaredRefusals } from '../refusals.ts';
import type { Row } from './row.ts';

/**
 * What the table lacks, one line each: of every call a success with each status, each refusal that it declares, a repeat of what it writes,
 * each parameter of its query, and a next page; and what the table has that no call declares.
 */
export function tableGaps(calls: Readonly<Record<string, Endpoint>>, rows: readonly Row[]): string[] {
  return Object.entries(calls).flatMap(([key, definition]) => {
    const own = rows.filter(({ call }) => call === key);
    const declared = declaredRefusals(key, definition);
    const known = new Set<Row['is']>([...declared, ...commonRefusals]);
    const isMissing = (is: Row['is']) => !own.some((row) => row.is === is);
    const { otherStatus, paged } = definition;
    return [
      ...[successStatus(definition), ...(otherStatus ? [otherStatus] : []), ...declared].filter(isMissing),
      ...(parseKey(key).method === 'GET' || isRepeated(own) ? [] : ['a repeat']),
      ...parametersOf(definition)
        .filter((name) => !own.some((row) => uses(row, name)))
        .map((name) => `?${name}=`),
      ...(paged && !own.some(({ isNext }) => isNext) ? ['a next page'] : []),
      ...own.flatMap(({ is }) => (typeof is === 'string' && !known.has(is) ? [`to declare ${is}`] : [])),
    ].map((what) => `${key} lacks ${what}`);
  });
}

const isDone = ({ is }: Row) => typeof is === 'number';

/** Whether the same request is made once more after it was done, and not by its key alone. */
function isRepeated(own: readonly Row[]): boolean {
  const done = new Set<string>();
  return own.some((row) => {
    const { as, of, query, body, rawBody, file } = row;
    const request = JSON.stringify([as, of, query, body, rawBody, file]);
    const isAgain = done.has(request) && !row.headers;
    if (isDone(row)) done.add(request);
    return isAgain;
  });
}

const parametersOf = ({ query }: Endpoint): string[] =>
  query instanceof z.ZodObject ? Object.keys(query.shape) : [];

/** A cursor comes from the page before. */
const uses = (row: Row, name: string): boolean =>
  isDone(row) &&
  (row.isNext ? name === 'cursor' : Boolean(row.shows) && new URLSearchParams(row.query).has(name));
