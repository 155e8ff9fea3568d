import { acceptedEncodings, compressText } from '@frens/compose/server';
import type Koa from 'koa';

/** Shorter responses, in bytes, need as many packets compressed as uncompressed. */
const leastBytes = 1_000;

/** Brotli reduces 14 kB to 3 in a third of a millisecond; higher levels cost more time than they save. */
const levels = { br: 4, gzip: 6 };

/** Compresses JSON responses. Not vulnerable to BREACH, because cross-site requests carry no session cookie (SameSite). */
export const compressAnswers = (): Koa.Middleware => async (ctx, next) => {
  await next();
  const { body } = ctx;
  if (typeof body !== 'object' || body === null || ctx.type !== 'application/json') return;
  if (Buffer.isBuffer(body) || typeof body.pipe === 'function') return;
  ctx.vary('Accept-Encoding');
  const [encoding] = acceptedEncodings(ctx);
  if (!encoding) return;
  const json = Buffer.from(JSON.stringify(body));
  if (json.length >= leastBytes) ctx.set('Content-Encoding', encoding);
  ctx.body = json.length >= leastBytes ? await compressText(json, encoding, levels) : json;
};
