import type { IncomingMessage } from 'node:http';
import { errorCodes } from '@frens/contract/errors';
import { limits } from '@frens/contract/limits';
import type Koa from 'koa';
import { AppError, invalidField } from '../errors.ts';

/** The JSON body of a request; undefined when there is none (D1). */
export async function readBody(ctx: Koa.Context): Promise<unknown> {
  const declared = ctx.request.length;
  if (declared === 0 || (declared === undefined && ctx.get('Transfer-Encoding') === '')) return undefined;
  if (!ctx.is('json') || ctx.get('Content-Encoding') !== '') {
    throw new AppError(415, errorCodes.unsupportedMediaType);
  }
  if (declared !== undefined && declared > limits.bodyBytes) throw tooLarge();
  const bytes = await collect(ctx.req);
  if (bytes.length === 0) return undefined;
  const value = parse(bytes);
  refuseDeep(value);
  return value;
}

async function collect(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > limits.bodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(): AppError {
  return new AppError(413, errorCodes.tooLarge);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidField('body', 'validation.body');
  }
}

/** Refuses bodies that nest deeper or hold more keys than any of our calls needs. */
function refuseDeep(root: unknown): void {
  let keys = 0;
  const waiting: Array<{ value: unknown; depth: number }> = [{ value: root, depth: 1 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    const children = Object.values(value);
    keys += children.length;
    if (depth > limits.bodyDepth || keys > limits.bodyKeys) throw invalidField('body', 'validation.body');
    for (const child of children) waiting.push({ value: child, depth: depth + 1 });
  }
}
