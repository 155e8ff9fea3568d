import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { UploadRule } from '@frens/contract/endpoint';
import { errorCodes } from '@frens/contract/errors';
import type Koa from 'koa';
import { second } from '../clock.ts';
import { AppError, invalidField } from '../errors.ts';
import { startDeadline } from '../patience.ts';

/** The longest time an upload may take. */
const uploadWithinMs = 120 * second;

/** The one file of an upload, in memory: every upload rule keeps it small enough. */
export interface Upload {
  bytes: Buffer;
  /** As declared by the caller; the handler determines the real type from the bytes. */
  declaredType: string;
}

/**
 * Reads a form with exactly one file. Whatever exceeds its rule in size, number or time is refused as soon as that shows, without
 * being buffered.
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
    // The form around the file needs some bytes too.
    if ((ctx.request.length ?? 0) > rule.maxBytes + formBytes) throw tooLarge(rule);
    return await collect(ctx, type, rule, withinMs);
  } catch (error) {
    // The rest of the form is not read, so the connection cannot be reused.
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
      // The answer can still be sent; further input is discarded.
      ctx.req.resume();
      if (error) reject(error);
      else if (upload) resolve(upload);
      else reject(missing(rule));
    }
    function take(chunk: Buffer): void {
      received += chunk.length;
      // Counted before the parser, which therefore never sees more bytes than these.
      if (received > rule.maxBytes + formBytes) stop(tooLarge(rule));
      else form?.write(chunk);
    }
    const end = () => form?.end();
    const breakOff = () => {
      // A complete request closes before the parser has finished.
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

/** Creates the parser of one form; an invalid header is the caller's fault. */
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
