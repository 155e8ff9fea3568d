import { isDeepStrictEqual } from 'node:util';
import { parseKey } from '../endpoint.ts';
import {
  type CallKey,
  contract,
  type Endpoint,
  type Friend,
  type OwnStake,
  type PendingConnection,
} from '../index.ts';
import { type CallerName, type Row, rows } from './rows.ts';

/** Sends a request as one of the callers. */
export type Send = (as: CallerName, request: Request) => Promise<Response>;

/** A row that a server answers otherwise than the table says. */
interface Difference {
  row: string;
  is: unknown;
  expected: unknown;
}

/** The request of a row, in which the ids that were kept stand for their names. */
export function requestOf(row: Row, origin: string, kept: ReadonlyMap<string, string> = new Map()): Request {
  const { call, of = [], query = '', body, rawBody, headers } = row;
  const { method, path } = parseKey(call);
  const ids = of.map((id) => (id.startsWith('$') ? (kept.get(id.slice(1)) ?? 'not kept') : id));
  const address = path.replaceAll(/:\w+/g, () => encodeURIComponent(ids.shift() ?? ''));
  const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  return new Request(`${origin}${address}${query && `?${query}`}`, {
    method,
    body: sent,
    headers: sent === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
  });
}

/** Makes all calls of a table; without one those of which every server answers all. */
export async function runRows(
  send: Send,
  { origin = 'http://localhost', table = rows }: { origin?: string; table?: readonly Row[] } = {},
): Promise<Difference[]> {
  const differences: Difference[] = [];
  const kept = await findIds(send, origin);
  for (const row of table) {
    const { call, when, as = 'demo', is: expected, shows, keep } = row;
    const differ = (is: unknown, other: unknown) =>
      !isDeepStrictEqual(is, other) && differences.push({ row: `${call} ${when}`, is, expected: other });
    const answer = await send(as, requestOf(row, origin, kept));
    const text = await answer.text();
    const value = /^[{[]/.test(text) ? JSON.parse(text) : text;
    if (differ(answer.ok ? answer.status : `${answer.status} ${value.code}`, expected)) continue;
    // True because what is no call of the contract has no definition.
    const definition = contract[call as CallKey] as Endpoint | undefined;
    const promised = answer.ok ? definition?.response?.safeParse(value) : undefined;
    // What the schema would drop is something that the contract does not promise.
    if (promised) differ(value, promised.data ?? promised.error?.message);
    if (shows) differ(shows[0](value, answer.headers), shows[1]);
    if (keep && answer.ok) kept.set(keep, value.id ?? value.stake.id);
  }
  return differences;
}

/** Ids that servers give by themselves, by the names of the table: connections by the first part of the other's name. */
async function findIds(send: Send, origin: string): Promise<Map<string, string>> {
  const kept = new Map<string, string>();
  async function list<Item>(path: string): Promise<Item[]> {
    const answer = await send('demo', new Request(`${origin}${path}?limit=50`));
    // Safe: these calls return lists.
    return (await answer.json()) as Item[];
  }
  for (const path of ['/api/connections', '/api/connections/pending']) {
    for (const { id, friend, user = friend } of await list<Partial<Friend & PendingConnection>>(path))
      kept.set(user?.username.split('.')[0] ?? '', id ?? '');
  }
  const stakes = await list<OwnStake>('/api/stakes');
  kept.set('stake', stakes.find(({ amount }) => amount === '10.00')?.id ?? '');
  return kept;
}
