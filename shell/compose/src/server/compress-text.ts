import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type Koa from 'koa';

/** Encodings by size, the smallest first. */
const encodings = ['br', 'gzip'] as const;
export type TextEncoding = (typeof encodings)[number];

/** The smallest encoding that a browser accepts, or null. */
export const acceptedEncoding = (ctx: Koa.Context): TextEncoding | null =>
  encodings.find((name) => ctx.acceptsEncodings(name) === name) ?? null;

/**
 * Compresses a text.
 *
 * @param levels level of each encoding
 */
export function compressText(
  text: Buffer,
  encoding: TextEncoding,
  levels: Readonly<Record<TextEncoding, number>>,
): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(text, { level: levels.gzip });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: levels.br,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  return promisify(brotliCompress)(text, { params });
}
