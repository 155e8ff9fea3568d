import { acceptedEncodings, compressText } from '@frens/compose/server';
import type Koa from 'koa';

/** Shorter responses, in bytes, need as many packets compressed as uncompressed. */
const leastBytes = 1_000;

/** Brotli reduces 14 kB to 3 in a third of a millisecond; higher levels cost more time than they save. */
const levels = { br: 4, gzip: 6 };

/**
 * Compresses JSON and drawings: a page of Browse shows thirty Pandas of 6 kB each. Not vulnerable to BREACH, because cross-site requests carry no
 * session cookie (SameSite).
 */
export const compressAnswers = (): Koa.Middleware => async (ctx, next) => {
  await next();
  const text = textOf(ctx);
  if (text === undefined) return;
  ctx.vary('Accept-Encoding');
  const [encoding] = acceptedEncodings(ctx);
  if (!encoding) return;
  const content = Buffer.from(text);
  ctx.body = content;
  if (content.length < leastBytes) return;
  ctx.set('Content-Encoding', encoding);
  // A strong ETag would promise the same bytes in every encoding.
  const etag = ctx.res.getHeader('ETag');
  if (typeof etag === 'string' && etag.startsWith('"')) ctx.set('ETag', `W/${etag}`);
  ctx.body = await compressText(content, encoding, levels);
};

/** The response as text, where compressing it pays. */
function textOf(ctx: Koa.Context): string | undefined {
  const { body } = ctx;
  if (ctx.type === 'image/svg+xml' && typeof body === 'string') return body;
  if (ctx.type !== 'application/json' || typeof body !== 'object' || body === null) return undefined;
  return Buffer.isBuffer(body) || 'pipe' in body ? undefined : JSON.stringify(body);
}
