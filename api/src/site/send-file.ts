import { access } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import type Koa from 'koa';
import send from 'send';

/** What the build has compressed, the smallest first. */
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

/**
 * Sends a published file, which never changes, compressed when the build did so and the browser takes it. Returns
 * false, and has sent nothing, when there is no such file below the root.
 *
 * @param file as it stands in the address
 */
export async function sendFile(ctx: Koa.Context, root: string, file: string): Promise<boolean> {
  const encoding = await encodingOf(ctx, root, file);
  const stream = send(ctx.req, file + (encoding?.suffix ?? ''), {
    root,
    cacheControl: false,
    acceptRanges: false,
    index: false,
    dotfiles: 'ignore',
  });
  stream.on('headers', (response: ServerResponse) => {
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    if (!encoding) return;
    // Of what is in it, not of the compressed file.
    ctx.type = path.extname(file);
    response.setHeader('Content-Encoding', encoding.name);
  });
  ctx.vary('Accept-Encoding');
  // The stream answers by itself: Koa must not answer as well.
  ctx.respond = false;
  ctx.res.statusCode = 200;
  return new Promise((resolve, reject) => {
    const giveUp = (error?: Error & { status?: number }) => {
      ctx.respond = true;
      if (error && (error.status ?? 500) >= 500) reject(error);
      else resolve(false);
    };
    ctx.res.once('close', () => resolve(true));
    stream.on('directory', () => giveUp()).on('error', giveUp);
    stream.pipe(ctx.res);
  });
}

async function encodingOf(ctx: Koa.Context, root: string, file: string) {
  const full = fullPath(root, file);
  if (full === null) return undefined;
  for (const encoding of encodings) {
    if (ctx.acceptsEncodings(encoding.name) !== encoding.name) continue;
    const isThere = await access(full + encoding.suffix).then(
      () => true,
      () => false,
    );
    if (isThere) return encoding;
  }
  return undefined;
}

/** Where the file would lie; null for a name that leads out of the root or is none, which `send` refuses. */
function fullPath(root: string, file: string): string | null {
  try {
    const full = path.join(root, decodeURIComponent(file));
    return full.startsWith(root + path.sep) && !full.includes('\0') ? full : null;
  } catch {
    return null; // A percent sign that encodes nothing.
  }
}
