import type { IncomingMessage } from 'node:http';
import { errorCodes } from '@frens/contract/errors';
import type Koa from 'koa';
import { second } from '../clock.ts';
import { AppError, invalidField } from '../errors.ts';
import { serverLimits } from '../limits.ts';
import { startDeadline } from '../patience.ts';

/** The longest time for a JSON body to arrive, in milliseconds. */
export const bodyWithinMs = 30 * second;

const loneSurrogate = /\p{Surrogate}/u;

/** Bodies that were read before their handler asked for them. */
const arrived = new WeakMap<IncomingMessage, Promise<Buffer>>();

/** Waits until a request's JSON body has arrived or failed; `readBody` reports the failure. */
export async function awaitBody(ctx: Koa.Context): Promise<void> {
  if (ctx.method === 'GET' || ctx.method === 'HEAD' || !hasBody(ctx) || !isReadable(ctx)) return;
  if (arrived.has(ctx.req)) return;
  const bytes = collectJson(ctx, bodyWithinMs);
  arrived.set(ctx.req, bytes);
  await bytes.catch(() => undefined);
}

/** The maximum size of a form. */
const formBytes = 10_000;

/** Waits until a form's body has arrived or failed; `readForm` reports the failure. */
export async function awaitForm({ req }: Koa.Context): Promise<void> {
  const bytes = collect(req, bodyWithinMs, formBytes);
  arrived.set(req, bytes);
  await bytes.catch(() => undefined);
}

/** Parses a form that a browser sends without scripts. */
export async function readForm({ req }: Koa.Context): Promise<URLSearchParams> {
  return new URLSearchParams((await (arrived.get(req) ?? collect(req, bodyWithinMs, formBytes))).toString());
}

/** Replaces a request's body with the JSON body of the call that it is forwarded to. */
export function provideBody(request: IncomingMessage, value: unknown): void {
  const bytes = Buffer.from(JSON.stringify(value));
  Object.assign(request.headers, {
    'content-type': 'application/json',
    'content-length': String(bytes.length),
  });
  arrived.set(request, Promise.resolve(bytes));
}

/** Parses a request's JSON body; undefined when there is none (D1). */
export async function readBody(ctx: Koa.Context, withinMs = bodyWithinMs): Promise<unknown> {
  if (!hasBody(ctx)) return undefined;
  if (!isReadable(ctx)) throw new AppError(415, errorCodes.unsupportedMediaType);
  try {
    const bytes = await (arrived.get(ctx.req) ?? collectJson(ctx, withinMs));
    if (bytes.length === 0) return undefined;
    const value = parse(bytes);
    refuseUnfit(value);
    return value;
  } catch (error) {
    // The rest of the body stays unread, so the connection cannot be reused.
    if (!ctx.req.complete) ctx.set('Connection', 'close');
    throw error;
  }
}

const hasBody = ({ request }: Koa.Context) =>
  request.length === undefined ? request.get('Transfer-Encoding') !== '' : request.length > 0;

const isReadable = (ctx: Koa.Context) => Boolean(ctx.is('json')) && ctx.get('Content-Encoding') === '';

async function collectJson({ req, request }: Koa.Context, withinMs: number): Promise<Buffer> {
  const { bytes } = serverLimits.body;
  if ((request.length ?? 0) > bytes) throw tooLarge();
  return collect(req, withinMs, bytes);
}

/**
 * Reads a request's whole body.
 *
 * @throws {AppError} 413 when it is too long, 408 when it takes too long, 400 when it is incomplete
 */
export function collect(request: IncomingMessage, withinMs: number, mostBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const inTime = startDeadline(withinMs, () => stop(new AppError(408, errorCodes.requestTimeout)));
    function stop(error: AppError | null): void {
      inTime();
      request.off('data', take).off('end', end).off('close', breakOff);
      // The response can still be sent; further input is discarded.
      request.resume();
      if (error) reject(error);
      else resolve(Buffer.concat(chunks));
    }
    function take(chunk: Buffer): void {
      length += chunk.length;
      if (length > mostBytes) stop(tooLarge());
      else chunks.push(chunk);
    }
    const end = () => stop(null);
    // Truncated or invalid HTTP is the client's fault, and the client is gone.
    const breakOff = () => stop(unreadable());
    request.on('data', take).on('end', end).on('close', breakOff).on('error', breakOff);
  });
}

function tooLarge(): AppError {
  return new AppError(413, errorCodes.tooLarge);
}

function unreadable(key = 'validation.body'): AppError {
  return invalidField('body', key);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw unreadable();
  }
}

/** Refuses bodies with more depth or keys than any call needs, and invalid Unicode (D1, D4). */
function refuseUnfit(root: unknown): void {
  let keys = 0;
  const waiting: Array<{ value: unknown; depth: number }> = [{ value: root, depth: 1 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string' && loneSurrogate.test(value)) throw unreadable('validation.wellFormed');
    if (typeof value !== 'object' || value === null) continue;
    const children = Object.entries(value);
    keys += children.length;
    if (depth > serverLimits.body.depth) throw unreadable('validation.bodyDepth');
    if (keys > serverLimits.body.keys) throw unreadable('validation.bodyKeys');
    for (const [name, child] of children)
      waiting.push({ value: name, depth }, { value: child, depth: depth + 1 });
  }
}
