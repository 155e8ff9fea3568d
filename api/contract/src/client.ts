import { apiContract, contractHeader } from './contract-number.ts';
import { parseKey } from './endpoint.ts';
import { ApiError, type ErrorCode, type ErrorEnvelope, errorCodes } from './errors.ts';
import type {
  CallAnswer,
  CallBody,
  CallParams,
  CallQuery,
  CallUpload,
  ClientAnswer,
  ClientKey,
  PagedKey,
} from './index.ts';

/** An option that is required only if its type has required members. */
type Part<Name extends string, Value> = Value extends undefined
  ? { [N in Name]?: undefined }
  : {} extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value };

interface RequestOptions {
  signal?: AbortSignal;
  /** Makes a POST safe to repeat: the same key and body act once (D52). */
  idempotencyKey?: string;
  /** Continues the call when the page is closed (`keepalive`); browsers limit the body to 64 kB. */
  keepalive?: boolean;
}

export type CallOptions<Key extends ClientKey> = RequestOptions &
  Part<'params', CallParams<Key>> &
  Part<'query', CallQuery<Key>> &
  Part<'body', CallBody<Key>> &
  Part<'upload', CallUpload<Key>>;

/** Options are optional unless one of them is required. */
type OptionsArgument<Key extends ClientKey> =
  {} extends CallOptions<Key> ? [options?: CallOptions<Key>] : [options: CallOptions<Key>];

/** One page of a list, and the cursor of the next one if there is one. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

type ItemOf<List> = List extends ReadonlyArray<infer Item> ? Item : never;

export interface ApiClient {
  /** Makes a call and returns its answer; anything but a success throws an `ApiError`. */
  call<Key extends ClientKey>(key: Key, ...options: OptionsArgument<Key>): Promise<ClientAnswer<Key>>;
  /** Makes a call that answers a list and returns one page of it. */
  page<Key extends PagedKey>(
    key: Key,
    ...options: OptionsArgument<Key>
  ): Promise<Page<ItemOf<CallAnswer<Key>>>>;
}

export interface ClientConfig {
  /** Where the API is; default: the page's own origin. */
  baseUrl?: string;
  fetch?: typeof fetch;
  /** Language of the server's sentences. */
  language?: () => string;
  /** Id of the composition that the page was made from, sent with every call. */
  composition?: () => string | undefined;
  /** Called with every response, errors included, before its body is read. */
  onAnswer?: (response: Response) => void;
  /** Time-out of a call, in milliseconds; default `callTimeout`. */
  timeout?: number;
}

/**
 * In responses: the id of the live composition, so that open pages notice a new one without polling. In requests: the id of the page's
 * own composition.
 */
export const compositionHeader = 'X-Composition';

/**
 * Timeout of a call, in milliseconds. The server answers or refuses within 2 s (D54); the rest is for slow networks. Without it a call
 * over a dead connection would hang for minutes and keep its button locked.
 */
const callTimeout = 30_000;

/** The options of any call, as the client reads them. */
interface AnyOptions extends RequestOptions {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  upload?: Record<string, Blob>;
}

/** The typed client of the contract. It throws `ApiError` and does nothing else: no toast, no redirect, no retry. */
export function createClient(config: ClientConfig = {}): ApiClient {
  async function send(key: ClientKey, options: AnyOptions = {}): Promise<Response> {
    const { method, path } = parseKey(key);
    const headers: Record<string, string> = {
      Accept: 'application/json',
      [contractHeader]: String(apiContract.number),
    };
    const composition = config.composition?.();
    if (composition !== undefined) headers[compositionHeader] = composition;
    if (config.language) headers['Accept-Language'] = config.language();
    if (options.body !== undefined) headers['Content-Type'] = 'application/json';
    if (options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey;
    const url = `${config.baseUrl ?? ''}${fillPath(path, options.params)}${queryText(options.query)}`;
    const limit = AbortSignal.timeout(config.timeout ?? callTimeout);
    let response: Response;
    try {
      // Read at the time of the call: tests and mocks replace the global fetch after this module has run.
      response = await (config.fetch ?? globalThis.fetch)(url, {
        method,
        headers,
        credentials: 'same-origin',
        keepalive: options.keepalive ?? false,
        signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
        body: bodyOf(options),
      });
    } catch (cause) {
      if (options.signal?.aborted) throw cause;
      throw new ApiError({
        status: 0,
        code: errorCodes.network,
        serverMessage: cause instanceof Error ? cause.message : String(cause),
        cause,
      });
    }
    config.onAnswer?.(response);
    if (!response.ok) throw await toApiError(response);
    return response;
  }

  return {
    async call(key, ...[options]) {
      const response = await send(key, options);
      return (await readAnswer(response)) as ClientAnswer<typeof key>;
    },
    async page(key, ...[options]) {
      const response = await send(key, options);
      const items = (await readAnswer(response)) as ItemOf<CallAnswer<typeof key>>[];
      return { items, nextCursor: nextCursorOf(response.headers.get('Link')) };
    },
  };
}

/** The body as JSON, or as form data for an upload, whose content type the browser sets. */
function bodyOf({ body, upload }: AnyOptions): string | FormData | undefined {
  if (upload) {
    const form = new FormData();
    for (const [field, file] of Object.entries(upload)) form.append(field, file);
    return form;
  }
  return body === undefined ? undefined : JSON.stringify(body);
}

function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
}

function queryText(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  try {
    // Anything else, such as a proxy's page, is not our response.
    const isSound = response.headers.get('Content-Type')?.startsWith('audio/');
    return await (isSound ? response.blob() : response.json());
  } catch (cause) {
    throw new ApiError({
      status: response.status,
      code: 'unknown',
      serverMessage: 'The answer could not be read.',
      isOurs: false,
      cause,
    });
  }
}

/** `<https://…?cursor=abc>; rel="next"` → `abc` */
function nextCursorOf(link: string | null): string | null {
  const address = link?.match(/<([^>]*)>\s*;\s*rel="next"/)?.[1];
  if (address === undefined) return null;
  // The base only completes relative addresses; nothing of it is used.
  return new URL(address, 'http://base.invalid').searchParams.get('cursor');
}

async function toApiError(response: Response): Promise<ApiError> {
  const text = await response.text();
  const envelope = parseEnvelope(text);
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError({
    status: response.status,
    code: envelope?.code ?? 'unknown',
    serverMessage: envelope?.message || text || response.statusText,
    isOurs: Boolean(envelope?.message),
    fields: envelope?.fields,
    details: envelope?.details,
    requestId: envelope?.requestId ?? response.headers.get('X-Request-Id') ?? undefined,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

const knownCodes = new Set<string>(Object.values(errorCodes));

/** The error envelope of a response; undefined if the response is not from our server. */
function parseEnvelope(text: string): (Partial<ErrorEnvelope> & { code?: ErrorCode }) | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined; // A proxy's page or nothing at all: the caller shows the text as it is.
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { code, message, fields, details, requestId } = value as Record<string, unknown>;
  return {
    // A newer server may send codes that this page does not know; they are ignored.
    code: typeof code === 'string' && knownCodes.has(code) ? (code as ErrorCode) : undefined,
    message: typeof message === 'string' ? message : undefined,
    fields: isTextRecord(fields) ? fields : undefined,
    details:
      typeof details === 'object' && details !== null ? (details as ErrorEnvelope['details']) : undefined,
    requestId: typeof requestId === 'string' ? requestId : undefined,
  };
}

function isTextRecord(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}
