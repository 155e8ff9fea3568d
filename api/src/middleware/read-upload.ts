import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { UploadRule } from '@frens/contract/endpoint';
import { errorCodes } from '@frens/contract/errors';
import type Koa from 'koa';
import { second } from '../clock.ts';
import { AppError, invalidField } from '../errors.ts';
import { startDeadline } from '../patience.ts';

/** How long an upload may be on its way. */
const uploadWithinMs = 120 * second;

/** The one file of an upload, in memory: no rule allows one that would not fit there. */
export interface Upload {
  bytes: Buffer;
  /** As the caller says; what the bytes are is for the handler to find out. */
  declaredType: string;
}

/**
 * Reads a form with exactly one file, and nothing beyond its rule: whatever is larger, more or late is refused as soon as
 * that shows, without being kept.
 */
export async function readUpload(
  ctx: Koa.Context,
  rule: UploadRule,
  withinMs = uploadWithinMs,
): Promise<Upload> {
  const type = ctx.get('Content-Type');
  if (!ctx.is('multipart/form-data') || ctx.get('Content-Encoding') !== '')
    throw new AppError(415, errorCodes.unsupportedMediaType);
  try {
    // The form around the file takes a little room as well.
    if ((ctx.request.length ?? 0) > rule.maxBytes + formBytes) throw tooLarge(rule);
    return await collect(ctx, type, rule, withinMs);
  } catch (error) {
    // What is left of the form is not read: the connection cannot carry another request.
    if (!ctx.req.complete) ctx.set('Connection', 'close');
    throw error;
  }
}

const formBytes = 4096;

function collect(ctx: Koa.Context, type: string, rule: UploadRule, withinMs: number): Promise<Upload> {
  return new Promise((resolve, reject) => {
    let upload: Upload | undefined;
    let received = 0;
    const form = openForm(type, rule, reject);
    if (!form) return;
    const inTime = startDeadline(withinMs, () => stop(new AppError(408, errorCodes.requestTimeout)));
    function stop(error: AppError | null): void {
      inTime();
      ctx.req.off('data', take).off('end', end).off('close', breakOff);
      // The answer can still be sent; what comes in meanwhile is thrown away.
      ctx.req.resume();
      if (error) reject(error);
      else if (upload) resolve(upload);
      else reject(missing(rule));
    }
    function take(chunk: Buffer): void {
      received += chunk.length;
      // Counted before the parser: whatever it makes of the bytes, there are no more of them than these.
      if (received > rule.maxBytes + formBytes) stop(tooLarge(rule));
      else form?.write(chunk);
    }
    const end = () => form?.end();
    const breakOff = () => {
      // A request that came whole is closed before the parser is done with it.
      if (!ctx.req.complete) stop(missing(rule));
    };
    form
      .on('file', (field: string, file: Readable, _name: string, _encoding: string, declaredType: string) => {
        if (field !== rule.field) {
          file.resume();
          return stop(missing(rule));
        }
        readFile(file, (isWhole, bytes) => {
          if (!isWhole) stop(tooLarge(rule));
          else upload = { bytes, declaredType };
        });
        return undefined;
      })
      .on('filesLimit', () => stop(missing(rule)))
      .on('fieldsLimit', () => stop(missing(rule)))
      .on('partsLimit', () => stop(missing(rule)))
      .on('error', () => stop(missing(rule)))
      .on('finish', () => stop(null));
    ctx.req.on('data', take).on('end', end).on('close', breakOff).on('error', breakOff);
  });
}

/** The parser of one form; a header that it cannot read is the caller's fault. */
function openForm(type: string, rule: UploadRule, reject: (error: AppError) => void) {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { files: 1, fields: 0, parts: 2, fileSize: rule.maxBytes, headerPairs: 20, headerSize: 2048 },
    });
  } catch {
    reject(missing(rule));
    return null;
  }
}

function readFile(file: Readable, done: (isWhole: boolean, bytes: Buffer) => void): void {
  const chunks: Buffer[] = [];
  file.on('data', (chunk: Buffer) => chunks.push(chunk));
  file.on('limit', () => done(false, Buffer.alloc(0)));
  file.on('error', () => done(false, Buffer.alloc(0)));
  file.on('end', () => done(true, Buffer.concat(chunks)));
}

function tooLarge({ field, maxBytes }: UploadRule): AppError {
  const megabytes = Math.floor(maxBytes / 1024 / 1024);
  return new AppError(413, errorCodes.tooLarge, {
    fields: { [field]: { key: 'validation.uploadSize', values: { megabytes } } },
  });
}

function missing({ field }: UploadRule): AppError {
  return invalidField(field, 'validation.upload');
}
