import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { UploadRule } from '@frens/contract/endpoint';
import { errorCodes } from '@frens/contract/errors';
import type Koa from 'koa';
import { second } from '../clock.ts';
import { AppError, invalidField } from '../errors.ts';
import { startDeadline } from '../patience.ts';

/** The longest time for an upload, in milliseconds. */
const uploadWithinMs = 120 * second;

/** The single file of an upload, in memory: every upload rule keeps it small. */
export interface Upload {
  bytes: Buffer;
  /** The client's claim; the handler detects the real type from the bytes. */
  declaredType: string;
}

/**
 * Reads a multipart form with exactly one file. Refuses a form that exceeds its rule in size, number of parts or time as soon as that
 * is known, without buffering the rest.
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
    // Allows for the multipart envelope around the file.
    if ((ctx.request.length ?? 0) > rule.maxBytes + formBytes) throw tooLarge(rule);
    return await collect(ctx, type, rule, withinMs);
  } catch (error) {
    // The rest of the form stays unread, so the connection cannot be reused.
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
      // The response can still be sent; further input is discarded.
      ctx.req.resume();
      if (error) reject(error);
      else if (upload) resolve(upload);
      else reject(uploadMissing(rule));
    }
    function take(chunk: Buffer): void {
      received += chunk.length;
      // Checked before the parser, which therefore never sees more bytes.
      if (received > rule.maxBytes + formBytes) stop(tooLarge(rule));
      else form?.write(chunk);
    }
    const end = () => form?.end();
    const breakOff = () => {
      // A complete request also closes, before the parser has finished.
      if (!ctx.req.complete) stop(uploadMissing(rule));
    };
    form
      .on('file', (field: string, file: Readable, _name: string, _encoding: string, declaredType: string) => {
        if (field !== rule.field) {
          file.resume();
          return stop(uploadMissing(rule));
        }
        readFile(file, (isWhole, bytes) => {
          if (!isWhole) stop(tooLarge(rule));
          else upload = { bytes, declaredType };
        });
        return undefined;
      })
      .on('filesLimit', () => stop(uploadMissing(rule)))
      .on('fieldsLimit', () => stop(uploadMissing(rule)))
      .on('partsLimit', () => stop(uploadMissing(rule)))
      .on('error', () => stop(uploadMissing(rule)))
      .on('finish', () => stop(null));
    ctx.req.on('data', take).on('end', end).on('close', breakOff).on('error', breakOff);
  });
}

/** Creates the parser of one form; an invalid header is the client's fault. */
function openForm(type: string, rule: UploadRule, reject: (error: AppError) => void) {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { files: 1, fields: 0, parts: 2, fileSize: rule.maxBytes, headerPairs: 20, headerSize: 2048 },
    });
  } catch {
    reject(uploadMissing(rule));
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

function uploadMissing({ field }: UploadRule): AppError {
  return invalidField(field, 'validation.upload');
}
