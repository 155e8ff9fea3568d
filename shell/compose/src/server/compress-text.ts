import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type Koa from 'koa';

/** Encodings by size, the smallest first. */
const encodings = ['br', 'gzip'] as const;
export type TextEncoding = (typeof encodings)[number];

/**
 * Encodings that a browser accepts, by its weights; of equal ones the smallest first. `ctx.acceptsEncodings` orders those as the header does, where
 * browsers name gzip first.
 */
export function acceptedEncodings(ctx: Pick<Koa.Context, 'get'>): TextEncoding[] {
  const weights = new Map(
    ctx
      .get('Accept-Encoding')
      .toLowerCase()
      .split(',')
      .map((one) => {
        const [name = '', ...parameters] = one.split(';').map((part) => part.trim());
        const weight = parameters.find((parameter) => parameter.startsWith('q='));
        return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0] as const;
      }),
  );
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const uncompressed = weights.get('identity') ?? 0;
  return encodings
    .filter((name) => weightOf(name) > 0 && weightOf(name) >= uncompressed)
    .sort((one, other) => weightOf(other) - weightOf(one));
}

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
