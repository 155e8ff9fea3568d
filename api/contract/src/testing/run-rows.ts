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
import type { Row } from './row.ts';
import { rows } from './rows.ts';

/** What answers the table. */
export interface TableServer {
  send(row: Pick<Row, 'as' | 'isBare'>, request: Request): Promise<Response>;
  /** The newest token that a mail has brought: for the purpose of a link, or `other` and `newcomer` for links to sign in. */
  tokenOf(name: string): string | Promise<string>;
}

/** A row that a server answers otherwise than the table says. */
export interface Difference {
  row: string;
  is: unknown;
  expected: unknown;
}

type Kept = ReadonlyMap<string, string>;

/** The request of a row, in which what was kept stands for its names. */
export function requestOf(row: Row, origin: string, kept: Kept = new Map()): Request {
  const { call, of = [], query = '', isNext, headers } = row;
  const { method, path } = parseKey(call);
  const ids = of.map((id) => valueOf(id, kept));
  const address = path.replaceAll(/:\w+/g, () => encodeURIComponent(ids.shift() ?? ''));
  const body = bodyOf(row, kept);
  const isJson = typeof body === 'string';
  return new Request(`${origin}${isNext ? kept.get('next') : `${address}${query && `?${query}`}`}`, {
    method,
    body,
    headers: isJson ? { 'Content-Type': 'application/json', ...headers } : headers,
  });
}

function bodyOf({ call, rawBody, body, file }: Row, kept: Kept): string | FormData | undefined {
  if (file === undefined)
    return (
      rawBody ??
      JSON.stringify(body, (_key, value) => (typeof value === 'string' ? valueOf(value, kept) : value))
    );
  const { upload }: Endpoint = contract[call as CallKey];
  const bytes = Uint8Array.from(atob(file), (letter) => letter.codePointAt(0) ?? 0);
  const form = new FormData();
  form.set(upload?.field ?? '', new Blob([bytes], { type: 'image/png' }), 'file.png');
  return form;
}

const valueOf = (text: string, kept: Kept) =>
  text.startsWith('$') ? (kept.get(text.slice(1)) ?? 'not kept') : text;

/** Makes all calls of a table, one after the other. */
export async function runRows(
  server: TableServer,
  { origin = 'http://localhost', table = rows }: { origin?: string; table?: readonly Row[] } = {},
): Promise<Difference[]> {
  const differences: Difference[] = [];
  const kept = await findIds(server, origin);
  let before: unknown[] = [];
  for (const row of table) {
    const { call, when, as = 'demo', isBare, isNext, is: expected, shows, keep } = row;
    const differ = (is: unknown, other: unknown) =>
      !isDeepStrictEqual(is, other) && differences.push({ row: `${call} ${when}`, is, expected: other });
    for (const [, name = ''] of JSON.stringify([row.of, row.body]).matchAll(/"\$mail:([\w-]+)"/g))
      kept.set(`mail:${name}`, await server.tokenOf(name));
    const answer = await server.send({ as, isBare }, requestOf(row, origin, kept));
    const text = await answer.text();
    const value = /^[{[]/.test(text) ? JSON.parse(text) : text;
    kept.set('next', /<([^>]+)>/.exec(answer.headers.get('Link') ?? '')?.[1] ?? '/api/no-next-page');
    if (differ(answer.ok ? answer.status : `${answer.status} ${value.code}`, expected)) continue;
    // Safe: what is no call of the contract has no definition.
    const definition = contract[call as CallKey] as Endpoint | undefined;
    const promised = answer.ok ? definition?.response?.safeParse(value) : undefined;
    // What the schema would drop is something that the contract does not promise.
    if (promised) differ(value, promised.data ?? promised.error?.message);
    if (isNext)
      differ(
        value.filter((item: unknown) => before.some((one) => isDeepStrictEqual(one, item))),
        [],
      );
    if (Array.isArray(value)) before = value;
    if (shows) differ(shows[0](value, answer.headers), shows[1]);
    if (!keep || !answer.ok) continue;
    const [name, read] =
      typeof keep === 'string' ? [keep, (one: typeof value) => one.id ?? one.stake.id] : keep;
    kept.set(name, read(value) ?? 'nothing');
  }
  return differences;
}

/** Ids that servers give by themselves, by the names of the table: connections by the first part of the other's name. */
async function findIds({ send }: TableServer, origin: string): Promise<Map<string, string>> {
  const kept = new Map<string, string>();
  async function list<Item>(path: string): Promise<Item[]> {
    const answer = await send({ as: 'demo' }, new Request(`${origin}${path}?limit=50`));
    // Safe: these calls return lists.
    return (await answer.json()) as Item[];
  }
  for (const path of ['/api/connections', '/api/connections/pending']) {
    for (const { id, friend, user = friend } of await list<Partial<Friend & PendingConnection>>(path))
      kept.set(user?.username.split('.')[0] ?? '', id ?? '');
  }
  const stakes = await list<OwnStake>('/api/stakes');
  for (const [name, amount] of [
    ['stake', '10.00'],
    ['gateStake', '15.00'],
  ] as const)
    kept.set(name, stakes.find((one) => one.amount === amount)?.id ?? '');
  return kept;
}
