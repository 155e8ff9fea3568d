import { type Endpoint, parseKey } from '../endpoint.ts';
import { type CallKey, clientKeys, contract } from '../index.ts';
import { fillPath, nothing, type Row } from './row.ts';

/** The rules that hold for every call of their kind. */
function rowsOfKind(call: CallKey): Row[] {
  const { method } = parseKey(call);
  const { access, upload, ignoresBody, whileSuspended, query }: Endpoint = contract[call];
  const row = (when: string, is: Row['is'], more: Partial<Row> = {}): Row => ({
    call,
    when,
    is,
    of: fillPath(call, nothing),
    ...more,
  });
  const isWrite = method !== 'GET';
  const headers = { Origin: 'https://elsewhere.example' };
  const ofWrites = [row('from a page of another site', '403 cross_site_request', { headers })];
  const ofMembers = [row('without a session', '401 signed_out', { as: 'visitor' })];
  const ofActive = [row('of who is suspended', '403 account_suspended', { as: 'suspended' })];
  const ofComplete = [row('before the profile is complete', '403 profile_incomplete', { as: 'newcomer' })];
  const text = { 'Content-Type': 'text/plain' };
  const ofBodies = [
    row('with a body that is no JSON', '400 invalid', { rawBody: '{' }),
    row('with a body of another type', '415 unsupported_media_type', { rawBody: '{}', headers: text }),
  ];
  return [
    ...(isWrite ? ofWrites : []),
    ...(access === 'public' ? [] : ofMembers),
    ...(access === 'public' || whileSuspended ? [] : ofActive),
    ...(access === 'complete' ? ofComplete : []),
    ...(isWrite && !upload && !ignoresBody ? ofBodies : []),
    ...(query ? [row('with a limit that is none', '400 invalid', { query: 'limit=0' })] : []),
  ];
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** No call has another method than its own. */
function wrongMethodOf(path: string): Row {
  const fits = (key: string) => {
    const [mine, other] = [path.split('/'), parseKey(key).path.split('/')];
    return (
      mine.length === other.length &&
      mine.every((part, at) => part === other[at] || other[at]?.startsWith(':'))
    );
  };
  const taken = new Set(
    Object.keys(contract)
      .filter(fits)
      .map((key) => parseKey(key).method as string),
  );
  const call = `${methods.find((method) => !taken.has(method)) ?? ''} ${path}` as Row['call'];
  return { call, when: 'with the wrong method', of: fillPath(call, nothing), is: '405 method_not_allowed' };
}

const paths = [...new Set(clientKeys.map((key) => parseKey(key).path))];

/** What holds for all calls of a kind, made of the contract. */
export const commonRows: readonly Row[] = [
  ...clientKeys.flatMap(rowsOfKind),
  ...paths.map(wrongMethodOf),
].map((row): Row => ({ ...row, isCommon: true }));

/**
 * The rows in which a POST of a member succeeds first, under an `Idempotency-Key`: made again it changes nothing, and with another body it is
 * refused (D52).
 */
export function withKeys(rows: readonly Row[]): Row[] {
  const done = new Set<string>();
  return rows.flatMap((row) => {
    const { access, body: takesBody }: Endpoint = contract[row.call as CallKey];
    const isFirst = row.call.startsWith('POST') && access !== 'public' && typeof row.is === 'number';
    if (!isFirst || row.headers || done.has(row.call)) return [row];
    done.add(row.call);
    const keyed = { ...row, headers: { 'Idempotency-Key': 'first' } };
    const { keep: _, ...again } = keyed;
    const isReplay = (_answer: unknown, headers: Headers) => headers.get('Idempotency-Replayed');
    const other = { ...(row.body as object | undefined), other: true };
    return [
      keyed,
      { ...again, when: `${row.when}, again under its key`, shows: [isReplay, 'true'] },
      ...(takesBody
        ? [
            {
              ...again,
              when: 'of something else under its key',
              body: other,
              is: '422 idempotency_key_reused',
              shows: undefined,
            } as Row,
          ]
        : []),
    ];
  });
}
