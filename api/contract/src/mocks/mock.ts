import { type DefaultBodyType, HttpHandler, HttpResponse, type PathParams, type ResponseResolver } from 'msw';
import { parseKey, successStatus } from '../endpoint.ts';
import type { ErrorCode, ErrorEnvelope } from '../errors.ts';
import {
  type CallParams,
  type ClientAnswer,
  type ClientKey,
  type Contract,
  contract,
  type Endpoint,
  type Language,
  type ParsedBody,
  type ParsedQuery,
  type SelfUser,
} from '../index.ts';
import { isLanguage, languages } from '../languages.ts';
import { limits } from '../limits.ts';
import { hasMessage, messageText, messageValues } from '../messages.ts';
import { fieldProblems } from '../validation.ts';

/** A mocked call: parameters, query and body, parsed by the contract. */
export interface MockCall<Key extends ClientKey> {
  params: CallParams<Key>;
  query: ParsedQuery<Key>;
  body: ParsedBody<Key>;
  language: Language;
  request: Request;
}

/** An answer with the endpoint's other success status. */
export class OtherAnswer<Answer> {
  readonly answer: Answer;
  constructor(answer: Answer) {
    this.answer = answer;
  }
}

/** Thrown by a resolver to refuse a call. */
export class MockFailure extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly parts: Partial<Pick<ErrorEnvelope, 'message' | 'fields' | 'details'>> & { retryAfter?: number };
  constructor(status: number, code: ErrorCode, parts: MockFailure['parts'] = {}) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
    this.parts = parts;
  }
}

/** A mock's answer; with the alternative status only where the contract has one. */
type MockAnswer<Key extends ClientKey> =
  | ClientAnswer<Key>
  | (Contract[Key] extends { otherStatus: number } ? OtherAnswer<ClientAnswer<Key>> : never);

/** The state behind the rules of every call. */
export interface MockState {
  caller(): SelfUser | null;
  readonly refusals: ReadonlyMap<string, Pick<MockFailure, 'status' | 'code' | 'parts'>>;
  readonly suspension: ErrorEnvelope['details'] | null;
  /** Answers by idempotency key, with the request's body. */
  readonly replays: Map<string, { text: string; answer: unknown; status: number }>;
}

export type MockResolver<Key extends ClientKey> = (
  call: MockCall<Key>,
) => MockAnswer<Key> | Promise<MockAnswer<Key>>;

/** Calls without an answer succeed by default. */
type SilentKey = {
  [Key in ClientKey]: Contract[Key] extends { response: object } | { answer: object } ? never : Key;
}[ClientKey];

/** A resolver for each call with an answer, and optionally for others. */
export type Resolvers = { [Key in Exclude<ClientKey, SilentKey>]: MockResolver<Key> } & {
  [Key in SilentKey]?: MockResolver<Key>;
};

type CallResolver = ResponseResolver<{ params: PathParams }, DefaultBodyType, undefined>;

/**
 * Parses a request only if method and path match. MSW parses it for every handler, cookies included, and a page of
 * stories consults all handlers for each of its files.
 */
class CallHandler extends HttpHandler {
  readonly #method: string;
  readonly #address: RegExp;

  constructor(method: string, path: string, resolver: CallResolver) {
    // MSW records each handler's call site; here it is always the same, and reading the stack takes most of the time.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(method, `*${path}`, resolver);
    Error.stackTraceLimit = stackTraceLimit;
    this.#method = method;
    this.#address = new RegExp(`^[^?#]*${path.replaceAll(/:\w+/g, '[^/?#]+')}/?(?:[?#]|$)`);
  }

  override async run(args: Parameters<HttpHandler['run']>[0]): ReturnType<HttpHandler['run']> {
    const { method, url } = args.request;
    return method.toUpperCase() === this.#method && this.#address.test(url) ? super.run(args) : null;
  }
}

/**
 * An MSW handler for one call of the contract: it validates requests like the API, and its answer's type is
 * the contract's. Works at any origin.
 *
 * @param state without it there is no access check and no idempotency
 */
export function mock<Key extends ClientKey>(
  key: Key,
  resolver: MockResolver<Key>,
  state?: MockState,
): HttpHandler {
  const { method, path } = parseKey(key);
  const definition: Endpoint = contract[key];
  const answer: CallResolver = async ({ request, params }) => {
    const language = requestLanguage(request);
    try {
      refuseCaller(definition, request, state);
      const text = await readText(definition, request);
      const sent: unknown = text === '' ? {} : parseJson(text, language);
      const read = (schema: Endpoint['body'], value: unknown) => parse(definition, schema, value, language);
      const call = {
        // Safe: msw reads the parameters from the same path that their type is made from…
        params: params as unknown as CallParams<Key>,
        // …and the schemas that parse query and body are those that their types are made from.
        query: read(
          definition.query,
          Object.fromEntries(new URL(request.url).searchParams),
        ) as ParsedQuery<Key>,
        body: read(definition.body, sent) as ParsedBody<Key>,
        language,
        request,
      };
      const replayKey =
        method === 'POST' && definition.access !== 'public' ? request.headers.get('Idempotency-Key') : null;
      const place = `${request.url} ${replayKey}`;
      const before = state && replayKey ? state.replays.get(place) : undefined;
      if (before && before.text !== text) throw new MockFailure(422, 'idempotency_key_reused');
      if (before) return json(before.answer, before.status, { 'Idempotency-Replayed': 'true' });
      for (const id of ['', ...Object.values(call.params), ...Object.values(call.body ?? {})]) {
        const refused = state?.refusals.get(`${key} ${String(id)}`.trim());
        if (refused) throw new MockFailure(refused.status, refused.code, refused.parts);
      }
      const reply = await resolver(call);
      const isOther = reply instanceof OtherAnswer;
      const status = (isOther ? definition.otherStatus : undefined) ?? successStatus(definition);
      const value = isOther ? reply.answer : reply;
      if (replayKey) state?.replays.set(place, { text, answer: value, status });
      return page(definition, value, { status, request, language });
    } catch (error) {
      if (error instanceof MockFailure) return refusal(error, language);
      throw error;
    }
  };
  const patch: CallResolver = async (info) => markPatch(await answer(info));
  return new CallHandler(method, path, state ? answer : patch);
}

/** Marks an answer that does not come from the mocked community. */
export function markPatch<Answer>(answer: Answer): Answer {
  if (answer instanceof Response && answer.type !== 'error') answer.headers.set('X-Request-Id', 'patch');
  return answer;
}

/** The language of a request. */
export function requestLanguage({ headers }: Request): Language {
  const asked = headers.get('Accept-Language')?.slice(0, 2);
  return isLanguage(asked) ? asked : languages[0];
}

/** Checks that apply to every call: origin, session, suspension and access. */
function refuseCaller(
  { access = 'member', whileSuspended }: Endpoint,
  { method, headers, url }: Request,
  state?: MockState,
): void {
  const origin = headers.get('Origin');
  if (method !== 'GET' && origin !== null && origin !== new URL(url).origin)
    throw new MockFailure(403, 'cross_site_request');
  if (!state || access === 'public') return;
  const caller = state.caller();
  if (!caller) throw new MockFailure(401, 'signed_out');
  if (state.suspension && !whileSuspended)
    throw new MockFailure(403, 'account_suspended', { details: state.suspension });
  if (access === 'complete' && !caller.profileComplete) throw new MockFailure(403, 'profile_incomplete');
}

async function readText({ upload, ignoresBody }: Endpoint, request: Request): Promise<string> {
  if (request.method === 'GET' || ignoresBody) return '';
  const type = request.headers.get('Content-Type') ?? '';
  const text = upload ? '' : await request.clone().text();
  if (upload ? !type.startsWith('multipart/form-data') : text !== '' && !type.includes('json'))
    throw new MockFailure(415, 'unsupported_media_type');
  return text;
}

function parseJson(text: string, language: Language): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField('body', 'validation.body', language);
  }
}

/** A refusal because of one field. */
export function invalidField(field: string, key: string, language: Language): MockFailure {
  const message = messageText(language, key);
  return new MockFailure(400, 'invalid', { message, fields: { [field]: message } });
}

function parse(
  { invalidCodes = {} }: Endpoint,
  schema: Endpoint['body'],
  value: unknown,
  language: Language,
): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = Object.entries(fieldProblems(result.error.issues, hasMessage));
  const fields = Object.fromEntries(
    problems.map(([field, { key, values }]) => [field, messageText(language, key, values)]),
  );
  const code =
    Object.keys(fields)
      .map((field) => invalidCodes[field])
      .find(Boolean) ?? 'invalid';
  const [only, ...more] = Object.values(fields);
  const message = code === 'invalid' && more.length === 0 ? only : undefined;
  throw new MockFailure(400, code, { fields, message });
}

/** Returns the requested page of a list with a link to the next one, like the API. */
function page(
  definition: Endpoint,
  answer: unknown,
  { status, request, language }: { status: number; request: Request; language: Language },
): Response {
  if (!definition.paged || !Array.isArray(answer)) return json(answer, status);
  const url = new URL(request.url);
  const limit = Number(url.searchParams.get('limit') ?? limits.page.default);
  const start = Number(url.searchParams.get('cursor') ?? 0);
  if (!Number.isInteger(start)) throw invalidField('cursor', 'validation.cursor', language);
  const end = start + limit;
  url.searchParams.set('cursor', String(end));
  const headers = end < answer.length ? { Link: `<${url.pathname}${url.search}>; rel="next"` } : undefined;
  return json(answer.slice(start, end), status, headers);
}

function json(value: unknown, status: number, headers?: Record<string, string>): Response {
  if (value instanceof Blob) return new HttpResponse(value, { status });
  return new HttpResponse(status === 204 ? null : JSON.stringify(value), {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Request-Id': 'mock',
      ...headers,
    },
  });
}

/** The response to a refused call. */
export function refusal({ status, code, parts }: MockFailure, language: Language): Response {
  const body: ErrorEnvelope = {
    code,
    message: parts.message ?? messageText(language, `errors.${code}`, messageValues(parts.details)),
    requestId: 'mock',
    ...(parts.fields ? { fields: parts.fields } : {}),
    ...(parts.details ? { details: parts.details } : {}),
  };
  const { retryAfter } = parts;
  return json(body, status, retryAfter === undefined ? undefined : { 'Retry-After': String(retryAfter) });
}
